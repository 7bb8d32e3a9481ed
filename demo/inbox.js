// A mail page that behaves like one: the list on the left swaps the message on the right, without loading a page.
const list = document.querySelector('#messagelist');
const body = document.querySelector('#messagebody');
const subject = document.querySelector('h2.subject');
const sender = document.querySelector('.rcmContactAddress');
const messages = [...document.querySelectorAll('template')];

function open(index) {
  const message = messages[index];
  const { name, from } = message.dataset;
  subject.textContent = message.dataset.subject;
  sender.textContent = `${name} <${from}>`;
  sender.title = from;
  sender.href = `mailto:${from}`;
  body.replaceChildren(message.content.cloneNode(true));
  body.lang = message.lang;
  history.replaceState(null, '', `/?_task=mail&_mbox=INBOX&_uid=${index + 1}&_action=show`);
  for (const [at, row] of [...list.children].entries()) {
    row.firstElementChild.setAttribute('aria-current', String(at === index));
  }
}

for (const [index, message] of messages.entries()) {
  const button = document.createElement('button');
  const name = document.createElement('b');
  name.textContent = message.dataset.name;
  const line = document.createElement('span');
  line.textContent = message.dataset.subject;
  button.append(name, line);
  button.addEventListener('click', () => open(index));
  const row = document.createElement('li');
  row.append(button);
  list.append(row);
}

// Nothing here leads anywhere: a click that gets through says so instead of opening a page that does not exist.
body.addEventListener('submit', (event) => event.preventDefault());
open(Math.max(0, Number(new URLSearchParams(location.search).get('_uid') ?? 1) - 1));
