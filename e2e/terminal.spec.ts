import type { Page } from '@playwright/test';
import { expectAtEnd, expectScreen, openTerminal, screen, typeLine } from './terminal-screen.ts';
import { expect, expectAccessible, test } from './test.ts';

/** A Ready Pod, and the keyboard in the terminal behind it. */
async function readyPod(page: Page, query = ''): Promise<void> {
  await page.goto(`/${query}`);
  await page.getByRole('button', { name: /^(Apply|적용)/ }).click();
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(page.getByText(/7 of 7|^7 \/ 7$/)).toBeVisible({ timeout: 500 });
  }).toPass();
  await openTerminal(page);
}

/** Pastes a text, as the browser's menu does. */
async function paste(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Command line' }).evaluate((field, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, text);
}

test('Tab completes commands, types and the names of this moment', async ({ page }) => {
  await readyPod(page);
  await page.keyboard.type('kubec');
  await page.keyboard.press('Tab');
  await page.keyboard.type('desc');
  await page.keyboard.press('Tab');
  await page.keyboard.type('po');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expectScreen(page, 'poddisruptionbudgets.policy');
  await page.keyboard.type('s ng');
  await page.keyboard.press('Tab');
  await expectScreen(page, /^\$ kubectl describe pods nginx$/m);
});

test('lines run through pipes and files; history brings them back', async ({ page }) => {
  await readyPod(page);
  await typeLine(
    page,
    'kubectl get pod nginx -o yaml > pod.yaml; grep -c name: pod.yaml; kubectl get no | wc -l',
  );
  await expectAtEnd(page, /\$ kubectl get pod nginx .*\n(?:.*\n)?\d+\n5\n\$$/);
  await page.getByRole('textbox', { name: 'Command line' }).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expectScreen(page, /\n\$ kubectl apply -f nginx\.yaml$/);
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+r');
  await page.keyboard.type('grep');
  await expectScreen(page, "(reverse-i-search)`grep': kubectl get pod nginx");
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+c');
  await typeLine(page, 'kubctl get pods');
  await expectAtEnd(page, 'bash: kubctl: command not found');
});

test('what speaks HTTP comes with the line that asks for it', async ({ page }) => {
  await readyPod(page);
  await typeLine(
    page,
    'kubectl apply -f https://github.com/kubernetes-sigs/metrics-server/releases/latest/download/components.yaml | tail -n 1; sleep 1; kubectl get apiservice v1beta1.metrics.k8s.io --no-headers',
  );
  await expectAtEnd(
    page,
    /v1beta1\.metrics\.k8s\.io created\nv1beta1\.metrics\.k8s\.io +kube-system\/metrics-server +False \(MissingEndpoints\)/,
  );
  await typeLine(page, 'kubectl top pods');
  await expectAtEnd(page, 'error: Metrics API not available');
});

test('several pasted lines run in order', async ({ page }) => {
  await readyPod(page);
  await paste(page, 'echo one\nsleep 2\nfor i in 2 3\ndo echo $i\ndone\nec');
  // What the first line printed has left a low screen by the top.
  await expectAtEnd(page, /\$ sleep 2\n\$ for i in 2 3\n> do echo \$i\n> done\n2\n3\n\$ ec$/);
});

test('a megabyte pasted or printed does not stop the page', async ({ page }) => {
  await readyPod(page);
  await paste(page, 'x'.repeat(1_000_000));
  await expectScreen(page, 'That is too much to type at once.');
  await typeLine(page, 'yes a long line of output | head -n 40000 | tail -n 30000; echo end');
  await expectAtEnd(page, /output\nend\n\$$/);
});

test('a shell in a container, and out of it again', async ({ page }) => {
  await readyPod(page);
  await typeLine(page, 'kubectl exec -it nginx -- sh');
  await expectAtEnd(page, /\n# $|\n\S* ?# ?$/);
  await typeLine(page, 'hostname');
  await expectAtEnd(page, /# hostname\nnginx\n/);
  await typeLine(page, 'exit');
  await expectAtEnd(page, /# exit\n\$$/);
});

test('on a node: its containers, and a kubelet that is stopped for real', async ({ page }) => {
  await readyPod(page);
  await typeLine(page, 'ssh worker-2');
  await expectAtEnd(page, /root@worker-2:~#$/);
  await typeLine(page, 'crictl ps | grep nginx');
  await expectAtEnd(page, /# crictl ps \| grep nginx\n[0-9a-f]{13} .* Running +nginx +0 /);
  await typeLine(page, 'systemctl stop kubelet; systemctl is-active kubelet');
  await expectAtEnd(page, /\ninactive\nroot@worker-2:~#$/);
  await typeLine(page, 'exit');
  await expectAtEnd(page, /Connection to worker-2 closed\.\n\$$/);
});

test('lines typed faster than they are played run one after the other, in one branch', async ({ page }) => {
  await readyPod(page);
  for (const line of ['echo one', 'sleep 1', 'echo two']) await typeLine(page, line);
  await expectAtEnd(page, /one\n\$ sleep 1\n\$ echo two\ntwo\n\$$/);
  await expect(page.getByRole('button', { name: /^Branches, / })).toBeHidden();
});

test('a watch follows the run until it is stopped', async ({ page }) => {
  await readyPod(page);
  await typeLine(page, 'kubectl get pods -w');
  await expectAtEnd(page, /NAME +READY.*\nnginx +1\/1 +Running/);
  await page.getByRole('button', { name: /^Stop \(/ }).click();
  await expectAtEnd(page, /\^C\n\$$/);
});

test('scrubbing back shows the terminal of that moment, and a line typed there forks', async ({ page }) => {
  await readyPod(page);
  await typeLine(page, 'echo first');
  await expectAtEnd(page, /\nfirst\n\$$/);
  await page.evaluate('document.activeElement.blur()');
  await page.keyboard.press('Home');
  await expect.poll(() => screen(page)).not.toContain('first');
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight');
  await typeLine(page, 'kubectl get pods --no-headers');
  await expectAtEnd(page, /nginx +0\/1 +(?:Pending|ContainerCreating)/);
});

test('by keyboard: in with T, out with Escape', async ({ page }) => {
  await readyPod(page, '?lang=ko');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: '명령줄' })).not.toBeFocused();
  await page.keyboard.press('t');
  await expect(page.getByRole('textbox', { name: '명령줄' })).toBeFocused();
});

for (const theme of ['dark', 'light']) {
  test(`axe finds nothing in the terminal (${theme})`, async ({ page }) => {
    await readyPod(page, `?theme=${theme}`);
    await typeLine(page, 'kubectl get pod nosuch');
    await expectAtEnd(page, 'NotFound');
    await expectAccessible(page);
  });
}

test('help has its long texts, loaded when they are asked for', async ({ page }) => {
  await readyPod(page);
  await typeLine(page, 'kubectl cordon --help | head -4');
  await expectAtEnd(
    page,
    'Mark node as unschedulable.\n\nExamples:\n  # Mark node "foo" as unschedulable\n$',
  );
});

test('kubectl edit: its file is the tab in front, and Ctrl Enter there ends the editor', async ({ page }) => {
  await readyPod(page);
  await typeLine(page, 'kubectl create deployment web --image=nginx');
  await expectAtEnd(page, 'deployment.apps/web created');
  await typeLine(page, 'kubectl edit deployment web');
  await expectAtEnd(page, /kubectl-edit-\d+\.yaml is in the editor/);
  const tab = page.getByRole('tab', { name: /^kubectl-edit-\d+\.yaml$/ });
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: /^Edit/ }).click();
  await expect(page.locator('.monaco-editor.focused')).toBeVisible();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('replicas: 1');
  await page.keyboard.press('Escape');
  await page.keyboard.type('replicas: 3');
  await page.keyboard.press('Control+Enter');
  await expectAtEnd(page, 'deployment.apps/web edited');
  await expect(tab).toHaveCount(0);
  await typeLine(page, 'kubectl get deployment web -o jsonpath={.spec.replicas}-replicas');
  await expectAtEnd(page, '3-replicas');
  expect(await screen(page)).not.toContain('kubectl apply -f kubectl-edit');
});
