/** Calm, readable, light or dark as the device is set. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #f4f5f7;
  --card: #ffffff;
  --ink: #1b2430;
  --soft: #566273;
  --line: #d5dae1;
  --accent: #1f5fbf;
  --accent-ink: #ffffff;
  --grave: #a3330f;
  --grave-paper: #fdf0ea;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #12161c;
    --card: #1b212a;
    --ink: #e8ecf1;
    --soft: #a6b1c0;
    --line: #38424f;
    --accent: #8ab6ff;
    --accent-ink: #0e1726;
    --grave: #ffb199;
    --grave-paper: #3a221b;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100vh;
  display: grid;
  place-items: center;
  padding: 1.5rem 1rem;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
main {
  width: 100%;
  max-width: 27rem;
  padding: 2rem;
  background: var(--card);
  border: 1px solid var(--line);
  border-radius: 0.9rem;
  box-shadow: 0 1px 2px rgb(0 0 0 / 0.05), 0 8px 24px rgb(0 0 0 / 0.06);
  overflow-wrap: anywhere;
}
.brand { margin: 0 0 1rem; font-weight: 650; letter-spacing: 0.02em; color: var(--accent); }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; font-weight: 600; }
h2 { margin: 1.25rem 0 0.5rem; font-size: 0.95rem; font-weight: 600; }
a { color: var(--accent); text-underline-offset: 0.15em; }
.lead { margin: 0.5rem 0 0; color: var(--soft); }
.lead strong { color: var(--ink); font-weight: 600; }
.hint { margin: 1.25rem 0 0; font-size: 0.9rem; color: var(--soft); }
.hint strong { color: var(--ink); }
.note { margin: 1rem 0 0; padding: 0.75rem 0.9rem; border: 1px dashed var(--line); border-radius: 0.5rem; font-size: 0.9rem; color: var(--soft); }
.alert { margin: 1.25rem 0 0; padding: 0.75rem 0.9rem; border-left: 0.25rem solid var(--grave); border-radius: 0.4rem; background: var(--grave-paper); color: var(--grave); }
.scopes { margin: 0; padding: 0; list-style: none; border: 1px solid var(--line); border-radius: 0.6rem; }
.scopes li { padding: 0.5rem 0.9rem; }
.scopes li + li { border-top: 1px solid var(--line); }
.scopes strong { display: block; font-weight: 600; }
.scopes span { font-size: 0.9rem; color: var(--soft); }
.scopes .grave strong { color: var(--grave); }
label { display: block; margin: 1.1rem 0 0.35rem; font-weight: 550; font-size: 0.95rem; }
input {
  width: 100%;
  padding: 0.65rem 0.75rem;
  font: inherit;
  color: inherit;
  background: var(--card);
  border: 1px solid var(--soft);
  border-radius: 0.5rem;
}
input[aria-invalid] { border-color: var(--grave); }
.actions { display: flex; gap: 0.75rem; margin-top: 1.5rem; }
button {
  flex: 1;
  padding: 0.7rem 1rem;
  font: inherit;
  font-weight: 600;
  color: var(--ink);
  background: transparent;
  border: 1px solid var(--soft);
  border-radius: 0.5rem;
  cursor: pointer;
}
button.primary { color: var(--accent-ink); background: var(--accent); border-color: var(--accent); }
button:hover { filter: brightness(1.06); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.facts { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 1rem; margin: 1.25rem 0 0; font-size: 0.9rem; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; }
code { font-family: ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; }
@media (max-width: 30rem) {
  body { padding: 0; background: var(--card); place-items: start stretch; }
  main { border: 0; border-radius: 0; box-shadow: none; padding: 1.5rem 1.25rem; max-width: none; }
  .actions { flex-direction: column; }
}
`
