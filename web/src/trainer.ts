// The position editor, the puzzles and a friend's link: fetched when one of them is opened. Shows nothing by itself.

import './styles/trainer.css';

export { default as Editor } from './trainer/Editor.svelte';
export { default as LinkCard } from './trainer/LinkCard.svelte';
export { default as Puzzles } from './trainer/Puzzles.svelte';
