"""What a program tells by AT-SPI, for the walker; run by the system's Python as that is."""
# mypy: ignore-errors

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

State = Atspi.StateType
SCREEN = Atspi.CoordType.SCREEN
STRANGERS = ("xfwm4", "openbox", "metacity", "xfce4-settings-daemon", "at-spi")
"""Who is on the display besides the program."""

MOST_NODES, DEEPEST, MOST_CHILDREN = 2500, 40, 400


def begin():
    """Be ready to ask; a program that does not answer is given up after 1.5 s."""
    Atspi.init()
    Atspi.set_timeout(1500, 15000)


def answer(ask, *arguments):
    """What a program answers; ``None`` where it does not."""
    try:
        return ask(*arguments)
    except GLib.Error:
        return None


def has(node, *states):
    """Whether a node is in all these states."""
    own = answer(node.get_state_set)
    return own is not None and all(own.contains(state) for state in states)


def label_of(node):
    """The name of a node, as long as a person would read it."""
    return (answer(node.get_name) or "")[:200]


def box_of(node):
    """The corners of a node in pixels of the screen."""
    component = answer(node.get_component_iface)
    told = None if component is None else answer(component.get_extents, SCREEN)
    return None if told is None else [told.x, told.y, told.x + told.width, told.y + told.height]


def children(node, most=MOST_CHILDREN):
    """The first parts of a node."""
    count = min(answer(node.get_child_count) or 0, most)
    found = (answer(node.get_child_at_index, place) for place in range(count))
    return [child for child in found if child is not None]


def visible_children(node, box, size):
    """The parts of a node; of a sheet with a million cells those that are met on the screen."""
    if (answer(node.get_child_count) or 0) <= MOST_CHILDREN:
        return children(node)
    if box is None:
        return []
    component, found = node.get_component_iface(), {}
    for y in range(max(box[1], 0) + 4, min(box[3], size[1]), 14):
        for x in range(max(box[0], 0) + 8, min(box[2], size[0]), 34):
            child = answer(component.get_accessible_at_point, x, y, SCREEN)
            place = None if child is None else box_of(child)
            if place is not None:
                found.setdefault(tuple(place), child)
    return [*found.values()]


def describe(node, depth, window, size, nodes):
    """Append what a node and its parts tell, a node before its parts."""
    role = answer(node.get_role_name)
    if role is None or depth > DEEPEST or len(nodes) >= MOST_NODES:
        return
    box, showing = box_of(node), has(node, State.SHOWING, State.VISIBLE)
    if depth > 1 and not showing and role not in ("menu", "menu bar"):
        return
    if showing and box is not None:
        own = {"role": role, "name": label_of(node), "box": box, "depth": depth, "window": window}
        states = {"active": State.ACTIVE, "single_line": State.SINGLE_LINE}
        nodes.append({**own, **{key: has(node, state) for key, state in states.items()}})
    if role == "menu" and not (showing and has(node, State.SELECTED)) and not is_open(node):
        return
    for child in visible_children(node, box, size):
        describe(child, depth + 1, window, size, nodes)


def is_open(menu):
    """Whether the items of a menu are shown."""
    return any(has(item, State.SHOWING) for item in children(menu, 1))


def windows():
    """The windows of the program, shown or not."""
    programs = children(Atspi.get_desktop(0))
    own = [program for program in programs if label_of(program) not in STRANGERS]
    return [window for program in own for window in children(program)]


def shown():
    """The windows that can be seen."""
    return [own for own in windows() if has(own, State.SHOWING) and (box_of(own) or [0] * 3)[2] > 0]


def found(node, roles, most, depth=0):
    """The first nodes of some roles in a node."""
    own = [node] if answer(node.get_role_name) in roles else []
    for child in children(node, 120) if depth < 12 else ():
        if len(own) >= most:
            break
        own += found(child, roles, most - len(own), depth + 1)
    return own


def activate(item):
    """Do what an item is for; whether it could be done."""
    if answer(item.get_action_iface) is None:
        return False
    return bool(answer(item.get_n_actions) and answer(item.do_action, 0))
