// The page begins here.

import { mount } from 'svelte';
import App from './App.svelte';
import { begin } from './page.svelte';
import { show } from './settings.svelte';
import './styles/tokens.css';
import './styles/ui.css';
import './styles/board.css';

show();
begin();
mount(App, { target: document.getElementById('app') ?? document.body });
