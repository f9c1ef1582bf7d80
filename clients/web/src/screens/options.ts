/** Options as data: what a value is called, and which differ from their defaults. Pure; knows no option by name. */
import type { OptionKind, OptionSpec, OptionValue } from '../viewmodel';
import type { Text } from '../i18n';

export function valueLabel(kind: OptionKind, value: OptionValue, { t, label }: Text): string {
  switch (kind.type) {
    case 'bool': return t(value === true ? 'create.on' : 'create.off');
    case 'choice': {
      const choice = kind.values.find((one) => one.value === value);
      return choice ? label(choice.label) : String(value);
    }
    case 'range': return kind.unit === undefined ? String(value) : `${value} ${label(kind.unit)}`;
  }
}

export function valueOf(option: OptionSpec, values: Readonly<Record<string, OptionValue>>): OptionValue {
  return values[option.key] ?? option.default;
}

export function differing(options: readonly OptionSpec[], values: Readonly<Record<string, OptionValue>>): readonly OptionSpec[] {
  return options.filter((option) => valueOf(option, values) !== option.default);
}

/** More choices than this do not stand in a row. */
export const ROW_OF_CHOICES = 8;

/** A range of few values is shown as a row of choices, a wide one as a stepper. */
export function choicesOf(kind: OptionKind, text: Text): readonly { readonly value: OptionValue; readonly label: string }[] | null {
  if (kind.type === 'choice') return kind.values.map(({ value, label }) => ({ value, label: text.label(label) }));
  if (kind.type === 'bool') return null;
  const step = kind.step ?? 1;
  const count = Math.floor((kind.max - kind.min) / step) + 1;
  return count > 5 ? null : Array.from({ length: count }, (_, i) => ({ value: kind.min + i * step, label: String(kind.min + i * step) }));
}
