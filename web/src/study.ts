// What stands beside a game that is over: fetched when the first one is seen. Shows nothing by itself.

import './styles/study.css';

export { pastHere, pastOf } from './study/past';
export { default as Study } from './study/Study.svelte';
