// Every role is given once in a team: choosing one that another number has makes the two swap.
(() => {
  const selects = [...document.querySelectorAll("select[data-role]")];
  const before = new Map(selects.map((select) => [select, select.value]));
  const words = (select) => select.selectedOptions[0].textContent;

  for (const select of selects) {
    select.addEventListener("change", () => {
      const other = selects.find((one) => one !== select && one.value === select.value);
      if (other) {
        other.value = before.get(select);
        const [one, two] = [select, other].map((each) => words(each).toLowerCase());
        document.getElementById("swapped").textContent =
          `Number ${select.dataset.role} is now ${one}, number ${other.dataset.role} ${two}.`;
      }
      for (const one of selects) before.set(one, one.value);
    });
  }
})();
