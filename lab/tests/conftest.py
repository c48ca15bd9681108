"""The lab's tests run as the product's do."""

from tests.conftest import pytest_collection_modifyitems as pytest_collection_modifyitems
from tests.conftest import pytest_runtest_call as pytest_runtest_call
