/** The shape of a messages object in any language: the same keys, any words. */
export type TextsOf<Messages> = {
  readonly [Key in keyof Messages]: Messages[Key] extends string ? string : TextsOf<Messages[Key]>;
};
