/** The colours, shapes and fonts of the web interface, light or dark as the device is set; nothing is fetched for it. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f5f6f9;
  --glow: #eef1ff;
  --card: #ffffff;
  --text: #161c28;
  --soft: #545d6e;
  --line: #e4e7ed;
  --edge: #9aa3b2;
  --brand: #3f52c2;
  --brand-hover: #3649ae;
  --brand-text: #ffffff;
  --link: #3f52c2;
  --plain: #eff1f5;
  --plain-hover: #e4e7ed;
  --grave: #c0272d;
  --shadow: 0 1px 3px rgb(22 28 40 / 0.06), 0 10px 30px -8px rgb(22 28 40 / 0.14);
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0b101c;
    --glow: #151c38;
    --card: #141b2d;
    --text: #d7dce8;
    --soft: #a3adc2;
    --line: #273049;
    --edge: #66708a;
    --brand: #5a6cdb;
    --brand-hover: #4e62da;
    --brand-text: #ffffff;
    --link: #919ee8;
    --plain: #273049;
    --plain-hover: #38425c;
    --grave: #ff8f8f;
    --shadow: 0 10px 30px -8px rgb(0 0 0 / 0.5);
  }
}
* { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100vh;
  min-height: 100dvh;
  display: grid;
  place-content: center;
  justify-items: center;
  grid-template-columns: minmax(0, 27rem);
  gap: 1.25rem;
  padding: 1.5rem 1rem;
  background: radial-gradient(60rem 40rem at 50% -10rem, var(--glow), var(--page)) fixed;
  color: var(--text);
  font: 0.875rem/1.55 "Inter Variable", Inter, system-ui, sans-serif;
  -webkit-font-smoothing: antialiased;
}
.brand { display: flex; align-items: center; gap: 0.75rem; margin: 0; font-size: 1.25rem; font-weight: 700; }
main {
  width: 100%;
  padding: 2rem;
  background: var(--card);
  border: 1px solid var(--line);
  border-radius: 0.5rem;
  box-shadow: var(--shadow);
  overflow-wrap: anywhere;
}
h1 { margin: 0; font-size: 1.5rem; line-height: 1.3; font-weight: 600; }
h2 { margin: 1.5rem 0 0.5rem; font-size: 0.875rem; font-weight: 600; }
a { color: var(--link); text-underline-offset: 0.15em; }
.lead { margin: 0.35rem 0 0; color: var(--soft); }
.lead strong, .hint strong { color: var(--text); font-weight: 600; }
.hint { margin: 1.25rem 0 0; color: var(--soft); }
.note { margin: 1rem 0 0; padding: 0.75rem 0.9rem; border: 1px dashed var(--edge); border-radius: 0.5rem; color: var(--soft); }
.alert { margin: 1.25rem 0 0; padding: 0.75rem 0.9rem; border: 1px solid var(--grave); border-radius: 0.5rem; color: var(--grave); }
.scopes { margin: 0; padding: 0; list-style: none; border: 1px solid var(--line); border-radius: 0.5rem; }
.scopes li { padding: 0.6rem 0.9rem; }
.scopes li + li { border-top: 1px solid var(--line); }
.scopes strong { display: block; font-weight: 600; }
.scopes span { color: var(--soft); }
.scopes .grave strong { color: var(--grave); }
label { display: block; margin: 1.1rem 0 0.25rem; font-weight: 600; }
input {
  width: 100%;
  height: 2.25rem;
  padding: 0 0.75rem;
  font: inherit;
  color: inherit;
  background: var(--card);
  border: 1px solid var(--edge);
  border-radius: 0.5rem;
}
input:focus { border-color: var(--link); outline: 1px solid var(--link); }
input[aria-invalid] { border-color: var(--grave); }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1.5rem; }
button {
  flex: 1;
  white-space: nowrap;
  min-height: 2.5rem;
  padding: 0 1.1rem;
  font: inherit;
  font-weight: 600;
  color: var(--text);
  background: var(--plain);
  border: 1px solid var(--edge);
  border-radius: 0.5rem;
  cursor: pointer;
}
button:hover { background: var(--plain-hover); }
button.primary { color: var(--brand-text); background: var(--brand); border-color: var(--brand); }
button.primary:hover { background: var(--brand-hover); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.facts { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 1rem; margin: 1.25rem 0 0; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; }
code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 0.8125rem; }
@media (max-width: 30rem) {
  main { padding: 1.5rem 1.25rem; }
  input, button { min-height: 2.75rem; font-size: 1rem; }
}
`
