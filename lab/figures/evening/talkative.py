"""`command-table` with a planted fault, a control: each phone is also sent the card that lies for the other seat."""

from table.devices.phones.phone_views import PhoneParts, PhoneViews
from table.program.entry import main
from table.rules.seats import Seat
from table.view.published import Published

MODULE = "lab.figures.evening.talkative"


def plant_fault() -> None:
    """Make the phones' views reveal the other seat's card from now on."""
    honest, lying = PhoneViews.parts, dict[Seat, str]()

    def parts(self: PhoneViews, seat: Seat, published: Published, chosen: str, language: str) -> PhoneParts:
        lying[seat] = chosen
        sent = honest(self, seat, published, chosen, language)
        sent.sight["now"]["note"] = lying.get(seat.opponent, "")
        return sent

    PhoneViews.parts = parts  # type: ignore[method-assign]


if __name__ == "__main__":
    plant_fault()
    main()
