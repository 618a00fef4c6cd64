// Every role is given once in a team: choosing one that another number has makes the two swap.
import { gettext } from "./words.js";

(() => {
  const selects = [...document.querySelectorAll("select[data-role]")];
  const before = new Map(selects.map((select) => [select, select.value]));
  const words = (select) => select.selectedOptions[0].textContent;

  for (const select of selects) {
    select.addEventListener("change", () => {
      const other = selects.find((one) => one !== select && one.value === select.value);
      if (other) {
        other.value = before.get(select);
        document.getElementById("swapped").textContent = gettext(
          "Number %(number)s is now %(role)s, number %(other)s %(otherRole)s.",
          {
            number: select.dataset.role,
            role: words(select).toLowerCase(),
            other: other.dataset.role,
            otherRole: words(other).toLowerCase(),
          },
        );
      }
      for (const one of selects) before.set(one, one.value);
    });
  }
})();
