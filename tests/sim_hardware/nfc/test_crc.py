import pytest

from sim_hardware.nfc.crc import crc_a, intact, with_crc_a


@pytest.mark.parametrize(
    ("data", "crc"),
    [
        ("3004", "26EE"),
        ("5000", "57CD"),
        ("60", "F832"),
        ("08", "B6DD"),
        ("04", "DA17"),
        ("00", "FE51"),
        ("0000", "A01E"),
        ("1234", "26CF"),
        ("9370DEADBEEF22", "B99C"),
        ("93708804E1412C", "A89C"),
    ],
)
def test_known_vectors_low_byte_first(data: str, crc: str) -> None:
    assert crc_a(bytes.fromhex(data)) == bytes.fromhex(crc)


def test_a_frame_with_its_crc_is_intact_and_any_flipped_bit_shows() -> None:
    frame = with_crc_a(b"\x93\x70\x88\x04\xe1\x41\x2c")
    assert intact(frame)
    for bit in range(len(frame) * 8):
        assert not intact((int.from_bytes(frame, "little") ^ 1 << bit).to_bytes(len(frame), "little"))
