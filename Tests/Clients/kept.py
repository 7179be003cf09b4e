"""What a program does with the package for Python, whatever its release: it prints what it sees."""

import buttond

with buttond.Client() as client, buttond.Client() as other:
    client.define({
        "id": "cart", "style": "filled", "configuration": {"title": {"template": "Cart {cart.count}"}},
        "action": {"name": "open", "operations": [{"op": "increment", "key": "cart.count"}]}})
    client.set({"cart.count": 1})
    frames = iter(client.buttons("cart"))
    print(next(frames).buttons["cart"].title)
    actions = iter(other.actions("cart"))
    other.get("cart.count")  # answered behind the subscription
    client.trigger("cart")
    action = next(actions)
    print(action.id, action.name)
    print(next(frames).buttons["cart"].title)
    print(client.get("cart.count"))
