from tests.widget.case import Case
from unrolled.pretraining.fill_the_mask import FillTheMask
CASE = Case(make=FillTheMask, name="fill_the_mask", states={"asked": {}}, draw=None, refused=[], solve=None, done={}, short=[])
