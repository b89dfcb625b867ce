"""What a hand holds in the picture of any widget, without a page."""

from tests.widget.engine import derived

# Each handle is pulled to 25 places, on a wide box and on a narrow one: which handles are then in
# another place among all, as [handles before, its place, handles after].
TAKEN = """(now, widget) => {
    const HANDLES = ["grip", "pad", "no grip"];
    const viewsOf = (change, narrow) => {
        const guess = now.constants.question?.place?.start ?? null;
        const state = { ...now, pointed: null, guess, ...change };
        const scene = { ...state, narrow, ...widget.derive(state, now.constants) };
        const shown = widget.picture(scene);
        return [shown, shown.beside].filter((view) => view?.marks);
    };
    const handlesOf = (view) => view.marks.flat(Infinity)
        .filter((mark) => HANDLES.includes(mark?.kind));
    const namesOf = (view) => handlesOf(view).map(({ kind, look }) => `${kind} ${look}`);
    const shares = Array.from({ length: 5 }, (_, n) => n / 4);
    const placesOf = ({ x, y }) => shares.flatMap((u) => shares.map((v) => (
        [x.from + u * (x.to - x.from), y.from + v * (y.to - y.from)])));
    const takenIn = (narrow) => viewsOf({}, narrow).flatMap((view, n) => {
        const before = namesOf(view);
        return handlesOf(view).flatMap(({ pull }, i) => placesOf(view).flatMap((place) => {
            const change = pull?.(place, place);
            if (!change || change.requests) return [];
            const after = namesOf(viewsOf(change, narrow)[n]);
            const isGone = [undefined, "no grip "].includes(after[i]); // with no other there
            return isGone || after[i] === before[i] ? [] : [[before, i, after]];
        }));
    });
    return [...takenIn(false), ...takenIn(true)];
}"""


def test_no_handle_that_comes_or_goes_takes_the_place_of_the_one_that_is_held(case):
    for state in case.states.values():
        for answered in (False, True):
            [taken] = derived(case.make(**state | {"answered": answered}), TAKEN)
            assert taken == [], state
