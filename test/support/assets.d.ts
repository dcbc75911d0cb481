declare module '*.jpg?inline' {
  const dataUrl: string
  export default dataUrl
}
