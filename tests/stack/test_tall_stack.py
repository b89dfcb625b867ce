from unrolled.stack.tall_stack import TallStack
