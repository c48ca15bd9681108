"""The packages of the extras, to name them where one is missing."""

WEB = ("starlette", "uvicorn", "websockets")
"""The packages of the extra `web`."""
HALL = ("aiomqtt", *WEB)
"""The packages of the extra `hall`."""
PHONE = ("cryptography",)
"""The package of the extra `phone`."""
