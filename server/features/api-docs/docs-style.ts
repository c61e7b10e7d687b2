// The look of the page of the API document: the colours of the web application, light and dark.
export const stylesheet = `:root {
  color-scheme: light dark;
  --paper: #fbfaf6;
  --card: #ffffff;
  --ink: #17211b;
  --muted: #55625a;
  --line: #e3e1d8;
  --brand: #0e5a3c;
  --soft: #e7f1eb;
  --note: #1d4f8c;
  --bad: #a3261b;
}

@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0f1512;
    --card: #171f1b;
    --ink: #edf2ee;
    --muted: #a3b1a8;
    --line: #2a3630;
    --brand: #6fd3a1;
    --soft: #1b2e25;
    --note: #93bdf5;
    --bad: #ff9c8f;
  }
}

* {
  box-sizing: border-box;
}

html {
  scroll-behavior: smooth;
}

@media (prefers-reduced-motion: reduce) {
  html {
    scroll-behavior: auto;
  }
}

body {
  margin: 0 auto;
  padding: 1.5rem 1rem 4rem;
  max-width: 72rem;
  background: var(--paper);
  color: var(--ink);
  font:
    1rem/1.6 system-ui,
    sans-serif;
  overflow-wrap: anywhere;
}

a {
  color: var(--brand);
}

:focus-visible {
  outline: 3px solid var(--brand);
  outline-offset: 2px;
}

.skip {
  position: absolute;
  left: -100rem;
}

.skip:focus {
  left: 1rem;
  top: 1rem;
  padding: 0.5rem 1rem;
  background: var(--card);
}

h1,
h2,
h3 {
  line-height: 1.25;
}

h2 {
  margin: 2.5rem 0 1rem;
}

h3 {
  margin: 1rem 0 0.25rem;
  font-size: 1rem;
}

header p {
  max-width: 44rem;
}

code {
  font:
    0.9em ui-monospace,
    monospace;
}

nav ul {
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 1rem;
  padding: 0;
  list-style: none;
}

nav a {
  display: inline-block;
  padding: 0.5rem 0;
}

details,
article,
dl {
  margin: 0 0 0.5rem;
  padding: 0 1rem;
  border: 1px solid var(--line);
  border-radius: 0.75rem;
  background: var(--card);
}

details[open],
article,
dl {
  padding-bottom: 1rem;
}

summary {
  padding: 0.75rem 0;
  cursor: pointer;
}

.method {
  display: inline-block;
  min-width: 4.5rem;
  padding: 0.1rem 0.5rem;
  border-radius: 0.4rem;
  background: var(--soft);
  color: var(--brand);
  font-size: 0.8rem;
  font-weight: 700;
  text-align: center;
}

.method.get {
  color: var(--note);
}

.method.delete {
  color: var(--bad);
}

.about,
.kind,
.optional,
.failures {
  color: var(--muted);
}

.about {
  display: block;
}

.optional {
  font-style: italic;
}

.fields,
.choices {
  margin: 0.25rem 0;
  padding-left: 1.25rem;
}

.fields .fields {
  padding-left: 1rem;
  border-left: 2px solid var(--line);
  list-style: none;
}

.choices > li {
  margin-bottom: 0.75rem;
}

dt {
  margin-top: 0.75rem;
  font-weight: 700;
}

dd {
  margin: 0;
}

@media (width >= 60rem) {
  body {
    display: grid;
    grid-template-columns: 13rem 1fr;
    column-gap: 2.5rem;
  }

  header {
    grid-column: 1 / -1;
  }

  nav {
    position: sticky;
    top: 1rem;
    align-self: start;
  }

  nav ul {
    display: block;
  }

  main {
    min-width: 0;
  }

  .about {
    display: inline;
  }
}
`;
