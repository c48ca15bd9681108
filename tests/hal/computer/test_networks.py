"""The addresses at which other devices reach this computer."""

import socket

from hal.computer.networks import own_addresses, usable


def test_addresses_that_no_other_device_can_open_are_left_out() -> None:
    assert usable(("127.0.0.1", "::1", "0.0.0.0", "::", "fe80::1", "224.0.0.1")) == ()


def test_the_default_route_comes_first_and_ipv6_behind_ipv4() -> None:
    found = ("192.168.1.20", "fd00::20", "10.42.0.1", "192.168.1.20")
    assert usable(found) == ("192.168.1.20", "10.42.0.1", "fd00::20")


def test_an_address_that_a_computer_gave_itself_comes_last() -> None:
    assert usable(("169.254.7.7", "fd00::20")) == ("fd00::20", "169.254.7.7")


def test_this_computer_can_be_opened_at_each_of_its_addresses() -> None:
    for address in own_addresses():
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as door:
            door.bind((address, 0))
