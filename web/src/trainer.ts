// The position editor and the puzzles: fetched when one of them is opened. Shows nothing by itself.

export { default as Editor } from './trainer/Editor.svelte';
export { default as Puzzles } from './trainer/Puzzles.svelte';
