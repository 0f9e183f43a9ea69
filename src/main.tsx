import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root element');
createRoot(root).render(
  <StrictMode>
    <main>
      <h1>Podscope</h1>
      <p>The life of a Kubernetes Pod, step by step. The simulation is not part of this build yet.</p>
    </main>
  </StrictMode>,
);
