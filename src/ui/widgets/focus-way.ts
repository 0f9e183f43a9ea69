let byPointer = false;

/** Whether a pointer put the focus where it is: then the arrows belong to the page, not to the tab or choice pressed. */
export const isFocusByPointer = (): boolean => byPointer;

/** Notes whether the focus is moved by a pointer or by the keyboard. Answers how to stop. */
export function followFocus(): () => void {
  const point = (): void => {
    byPointer = true;
  };
  const type = ({ key }: KeyboardEvent): void => {
    if (key === 'Tab') byPointer = false;
  };
  window.addEventListener('pointerdown', point, true);
  window.addEventListener('keydown', type, true);
  return () => {
    window.removeEventListener('pointerdown', point, true);
    window.removeEventListener('keydown', type, true);
  };
}
