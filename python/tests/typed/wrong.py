"""User code with a mistake in each line that ends with the comment `wrong`."""

import stretto as st

layer = st.Layer(opactiy=1)  # wrong
layer.contents_gravity = "aspectFit"  # wrong
layer.add_sublayer("dot")  # wrong
st.BasicAnimation("opacity", duration="long")  # wrong
st.TextLayer("x").instance("first")  # wrong
