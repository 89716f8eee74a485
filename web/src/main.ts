// Begins: appearance and language first, then the page.

import './styles/tokens.css';
import './styles/ui.css';
import './styles/board.css';
import './styles/page.css';
import { mount } from 'svelte';
import Shell from './Shell.svelte';
import { app } from './app.svelte';
import { show } from './settings.svelte';

show();
const target = document.getElementById('app');
if (target !== null) mount(Shell, { target });
void app.start();
