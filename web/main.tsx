/**
 * Where the page begins: starts the simulator, which compiles while React draws the shell. What neither
 * needs is fetched when both are there.
 */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { lab, startLab } from './scenario/lab';
import { fetchWhenIdle } from './ui/later';
import { laterParts } from './ui/laterParts';
import './ui/theme.css';
import './ui/base.css';
import './ui/layout.css';
import './ui/parts.css';
import './controls/controls.css';

startLab();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root to draw into.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

const stopWaiting = lab.subscribe(({ engine }) => {
  if (engine.status === 'compiling') return;
  stopWaiting();
  fetchWhenIdle([() => import('./url/formats'), ...laterParts.map(({ fetch }) => fetch)]);
});
