"""No password outlives masking, in whatever form an address has it."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from src.core.passwords import about, masked, without_passwords
from tests.attack.table import ALL

SECRET = "hunter2"
ADDRESSES = [
    "postgresql://u:{}@h/db", "postgresql+psycopg://u:{}@h:5432/db", "mysql+pymysql://u:{}@h/db",
    "http://u:{}@h", "https://u:{}@h:5000/path", "https://{}@h", "databricks://{}@h",
    "https://:{}@h", "http://u:se@{}@h", "http://u:{}@cret@h", "http://u:a/{}@h", "http://u:a?{}@h",
    "http://u:a#{}@h", "http://u:a:{}@h", "http://u:a {}@h", "HTTP://U:{}@H", "//u:{}@h", "u:{}@h",
    "postgresql:u:{}@h/db", "postgresql:/u:{}@h/db", "postgresql:///u:{}@h/db", "http:u:{}@h",
    "postgresql://u%3A{}@h/db", "postgresql://h/db?password={}", "postgresql://h/db?sslpassword={}",
    "postgresql://h/db?user=u&password={}&x=1", "postgresql://h/db?x=1;password={}",
    "postgresql://h/db?PASSWORD={}", "postgresql://h/db?p%61ssword={}", "https://h?token={}",
    "https://h/?access_token={}", "https://h/?api_key={}", "https://h/?sig={}",
    "https://h#token={}",
    "https://h/?password=a b {}", "mssql+pyodbc:///?odbc_connect=DRIVER%3DX%3BPWD%3D{}",
    "mysql://h/db?passwd={}", "mysql://h/db?pwd={}", "https://h/?client_secret={}&a=b",
    "cannot reach postgresql://u:{}@h/db today", 'refused: "http://u:{}@h" (timeout)',
    "connection failed: host=h password={} port=5432", "(http://u:a@{}@h)",
]  # fmt: skip
"""With the secret in place of the braces."""

pytestmark = pytest.mark.attack("addresses with passwords", kind="passwords")

MANY = 20_000 if ALL else 100
RAW = st.text(
    st.characters(codec="ascii", exclude_categories=("Cc",), exclude_characters=" &"), min_size=4
)


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_form_of_an_address_shows_its_password(address: str) -> None:
    assert SECRET not in masked(address.format(SECRET))
    assert masked(masked(address.format(SECRET))) == masked(address.format(SECRET))


def test_no_password_survives_whatever_its_letters(
    record_property: Callable[[str, object], None],
) -> None:
    record_property("tried", MANY)
    _hides_every_secret()


@settings(max_examples=MANY)
@given(secret=RAW, address=st.sampled_from(ADDRESSES))
def _hides_every_secret(secret: str, address: str) -> None:
    whole = f"<{secret}>{SECRET}"
    assert SECRET not in masked(address.format(whole))


@pytest.mark.parametrize(
    "address",
    [
        "sqlite:///mlruns/mlflow.db", "sqlite:////home/me@work/mlflow.db", "http://127.0.0.1:5000",
        "https://mlflow.example.org/path?page=2", "postgresql://u@h/db", "", "no such table: runs",
        "file:///home/me@work", "/data/me@work/images", "~/me@work", "me@work/images", "{name}=1.*",
        "signal=5", "/data/a=b/key=3", "postgresql://h/db?connect_timeout=10",
    ],
)  # fmt: skip
def test_what_holds_no_password_is_shown_as_it_is(address: str) -> None:
    assert masked(address) == address


def test_a_user_is_still_told() -> None:
    assert masked("postgresql://anna:pw@h:5432/db") == "postgresql://anna:***@h:5432/db"


def test_what_a_driver_says_of_an_address_repeats_no_piece_of_its_password() -> None:
    address = "postgresql://u:se@hunter2@h:1/db"
    said = about("failed to resolve host 'hunter2@h': no server", address)
    assert said == "failed to resolve host '***@h': no server"


def test_a_configuration_is_hidden_at_every_depth() -> None:
    config = {"a": [{"uri": f"http://u:{SECRET}@h"}], "b": {"c": (f"https://{SECRET}@h",)}, "d": 1}
    assert SECRET not in str(without_passwords(config))
