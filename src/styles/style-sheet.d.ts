/** A style sheet that is loaded when it is needed. */
declare module '*.css' {}
