/** The colours of the web interface, light or dark as the device is set; nothing is fetched for it. */
export const STYLE = `
:root { color-scheme: light dark; }
body {
  margin: 0;
  min-height: 100dvh;
  display: grid;
  place-content: center;
  grid-template-columns: minmax(0, 27rem);
  padding: 1rem;
  box-sizing: border-box;
  background: light-dark(#f5f6f9, #0b101c);
  color: light-dark(#545d6e, #a3adc2);
  font: 0.875rem/1.55 "Inter Variable", Inter, system-ui, sans-serif;
}
main {
  padding: 2rem;
  background: light-dark(#ffffff, #141b2d);
  border: 1px solid light-dark(#e4e7ed, #273049);
  border-radius: 0.5rem;
  overflow-wrap: anywhere;
}
h1 { margin: 0; font-size: 1.5rem; line-height: 1.3; color: light-dark(#161c28, #d7dce8); }
.alert { color: light-dark(#c0272d, #ff8f8f); }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 1rem; }
dd { margin: 0; }
`
