/** All of `jostle` in one piece, for what cannot fetch a second file: nothing is loaded later. */
export * from "./index.js";
