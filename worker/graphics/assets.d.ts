declare module '*.woff2' {
  const bytes: ArrayBuffer
  export default bytes
}
