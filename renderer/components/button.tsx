import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Icon, type IconName } from './icon.tsx';
import './button.css';

type Kind = 'plain' | 'primary' | 'danger' | 'bare';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> {
  readonly kind?: Kind;
  readonly icon?: IconName;
  readonly submit?: boolean;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
  readonly children: ReactNode;
}

/** A button that does what its words say; it sends a form only with `submit`. */
export function Button({ kind = 'plain', icon, submit = false, className = '', children, ...rest }: ButtonProps) {
  return (
    <button type={submit ? 'submit' : 'button'} className={`button button-${kind} ${className}`} {...rest}>
      {icon !== undefined && <Icon name={icon} size={15} />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'children'> {
  readonly icon: IconName;
  /** Says what it does; also the tooltip. */
  readonly label: string;
}

/** A button without words: `label` is its name for a screen reader and its tooltip. */
export function IconButton({ icon, label, className = '', ...rest }: IconButtonProps) {
  return (
    <button type="button" className={`icon-button ${className}`} aria-label={label} title={label} {...rest}>
      <Icon name={icon} size={15} />
    </button>
  );
}
