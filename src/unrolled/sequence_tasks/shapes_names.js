/** A name that is spoken and not seen: an icon, or a place, stands for it. */
export const spoken = (text) => `<span class="kit-name">${text}</span>`;
