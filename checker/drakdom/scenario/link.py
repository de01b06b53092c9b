"""Links that hold a whole scenario: `s1.` the deflated text in base64url `.` a checksum. Nothing is stored for them."""

from __future__ import annotations

import base64
import binascii
import re
import zlib

from drakdom.errors import InputError, LimitError
from drakdom.rulebook.textfile import LARGEST

VERSION = "s1"
LONGEST = 2_000_000
"""Greatest number of characters of a code that is read."""
_CODE = re.compile(r"(?:^|[#?&/=])(s\d+)\.([\w-]*)(?:\.([0-9a-f]*))?", re.ASCII)
_LINK = re.compile(r"https?://|#?s\d+\.[\w-]+\.[0-9a-f]*$", re.ASCII)
_CUT = "this link is cut or changed, so that it does not hold a scenario any more"


def is_link(word: str) -> bool:
    """Test if a word is a link or the code of one, and no name of a file."""
    return bool(_LINK.match(word))


def encoded(text: str) -> str:
    """Return the code of a text."""
    data = text.encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = base64.urlsafe_b64encode(packer.compress(data) + packer.flush()).decode().rstrip("=")
    return f"{VERSION}.{packed}.{zlib.crc32(data):08x}"


def decoded(link: str) -> str:
    """Return the text of a code, or of a link with one.

    Raises InputError for a link without a code, of another version, cut or changed, and LimitError for one that is too
    long.
    """
    if len(link) > LONGEST:
        raise LimitError(f"the link has more than {LONGEST:,} characters, which is the most that is read")
    match = _CODE.search(link)
    if not match:
        raise InputError.single("this link holds no scenario", help="a link with one has `s1.` and a long code in it")
    if match[1] != VERSION:
        raise InputError.single(f"this link is of the version `{match[1]}`, which this Drakdom does not know")
    data = _inflated(match[2])
    if f"{zlib.crc32(data):08x}" != match[3]:
        raise InputError.single(_CUT, help="ask for the link again")
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise InputError.single("the text that this link holds is not UTF-8", help="ask for the link again") from None


def _inflated(packed: str) -> bytes:
    try:
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
        data = unpacker.decompress(base64.b64decode(packed + "=" * (-len(packed) % 4), b"-_", validate=True), LARGEST)
    except (zlib.error, binascii.Error, ValueError):
        raise InputError.single(_CUT, help="ask for the link again") from None
    if unpacker.unconsumed_tail or (len(data) == LARGEST and not unpacker.eof):
        raise LimitError(f"the link holds more than {LARGEST:,} bytes, the largest scenario accepted")
    return data
