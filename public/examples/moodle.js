/**
 * Example of a page around a Bufferlab lesson: it says hello, checks each message, shows the score, and could pass the
 * statements on to a learning record store. See ../lessons/EMBED.md.
 */

const frame = document.getElementById('frame');
const score = document.getElementById('score');
const share = document.getElementById('share');
const messages = document.getElementById('messages');

/** Origin of the lab. On another site, write it down: 'https://example.org'. */
const lab = new URL(frame.src).origin;

/** Most messages that are shown. */
const SHOWN = 100;

addEventListener('message', ({ source, origin, data }) => {
  if (source !== frame.contentWindow || origin !== lab || data?.bufferlab !== 1) return;
  if (data.type === 'listening') send({ type: 'hello' });
  if (data.type === 'ready' || data.type === 'progress') showScore(data);
  if (data.type === 'completed') showCompleted(data);
  if (data.type === 'height') frame.style.height = `${Math.min(2000, Math.max(500, data.px))}px`;
  // A course page adds the student as `actor` here, and sends the statement to its record store:
  // store({ ...data.statement, actor: { account: { homePage: 'https://moodle.example', name: '4711' } } });
  list(data);
});

document.getElementById('lesson').addEventListener('change', ({ target }) => {
  send({ type: 'open', lesson: target.value });
});

document.getElementById('theme').addEventListener('change', ({ target }) => {
  document.documentElement.style.colorScheme = target.value === 'system' ? '' : target.value;
  send({ type: 'theme', theme: target.value });
});

function send(message) {
  frame.contentWindow.postMessage({ bufferlab: 1, ...message }, lab);
}

function showScore({ score: counts, share: done = 0 }) {
  if (!counts) return;
  score.textContent = `${counts.right} of ${counts.asked} questions right, ${counts.met} of ${counts.tasks} tasks met`;
  share.value = done;
}

function showCompleted({ score: counts }) {
  score.textContent = `Finished: ${counts.right} of ${counts.asked} questions right`;
}

/** Adds a message to the list, the latest first. Its content is text, never HTML. */
function list(data) {
  const item = document.createElement('li');
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  const content = document.createElement('pre');
  summary.textContent = data.type;
  content.textContent = JSON.stringify(data, null, 2);
  details.append(summary, content);
  item.append(details);
  messages.prepend(item);
  while (messages.children.length > SHOWN) messages.lastChild.remove();
}
