/** Template files travel inside the server's bundle as text. */
declare module '*.typ?raw' {
  const source: string;
  export default source;
}
