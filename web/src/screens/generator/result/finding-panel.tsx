import { Pack } from '#web/card/pack.tsx'
import { Stage } from '#web/card/stage.tsx'
import { classes } from '#web/ui/classes.ts'
import generatorStyles from '#web/screens/generator/generator.module.css'
import textStyles from '#web/ui/text.module.css'
import { Drive } from './drive.tsx'
import driveStyles from './drive.module.css'

/** Shown while the progress of an earlier request is unknown, after a reload. */
export const FindingPanel = () => (
  <div className={generatorStyles['page']}>
    <div className={generatorStyles['head']}>
      <h1 className={textStyles['title']} tabIndex={-1}>
        Your card
      </h1>
    </div>
    <Stage className={classes(generatorStyles['stage'], generatorStyles['big'])} team={null}>
      <Pack className={generatorStyles['pack']} nickname="Your card" number="" />
    </Stage>
    <div className={driveStyles['busy']}>
      <div className={driveStyles['clock']}>
        <output className={textStyles['mute']}>Looking for your card</output>
      </div>
      <Drive reached={-1} />
    </div>
  </div>
)
