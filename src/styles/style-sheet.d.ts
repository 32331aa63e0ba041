/** The faces of the fonts for names, loaded when they are needed. */
declare module '*/fonts.css' {}
