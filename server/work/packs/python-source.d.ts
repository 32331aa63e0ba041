/** Programs for whoever reads an export travel inside the server's bundle as text. */
declare module '*.py?raw' {
  const source: string;
  export default source;
}
