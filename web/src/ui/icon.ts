import styles from './icon.module.css'

/** The look of an icon in a line of text or a button. */
export const iconLook = styles['icon']
