// What stands beside a game that is over: fetched when the first one is seen. Shows nothing by itself.

export { default as Study } from './study/Study.svelte';
