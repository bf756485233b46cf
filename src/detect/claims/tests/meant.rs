//! Names of several definitions, of functions without a body, and of variables that are called like a class.

use super::sources::{check, repository};
use crate::domain::facts::ClaimKind::Definitions;
use crate::domain::facts::ClaimStatus::{Supported, Undecided};
use crate::domain::facts::RepositoryFacts;

const SHOP: &str = "
from typing import Protocol
class Ports(Protocol):
    def send_mail(self, text): ...
class Worker:
    def take_step(self, job):
        raise NotImplementedError
    def rest_step(self):
        '''What is done between jobs.'''
class Clerk(Worker):
    def take_step(self, job):
        return job
class Guard(Worker):
    def take_step(self, job):
        return [job]
class ShopRole:
    kind = 'clerk'
def open_shop(shop_role):
    return TABLE[shop_role], Clerk().take_step(1), Guard().take_step(2), Worker().rest_step()
TABLE = {}
RUN = [open_shop, ShopRole]
";

fn facts() -> RepositoryFacts {
    repository(&[("shop.py", SHOP)])
}

#[test]
fn a_name_of_several_methods_is_that_of_the_class_that_is_named() {
    let facts = facts();
    check(&facts, Definitions, "The job is done by take_step() where it comes in.", Undecided);
    check(&facts, Definitions, "take_step() takes the job that comes from the Clerk.", Undecided);
    check(&facts, Definitions, "The Clerk does each job in its take_step() method.", Supported);
    check(&facts, Definitions, "The job is done by take_step() of the Guard.", Supported);
    check(
        &facts,
        Definitions,
        "The day begins in open_shop() with take_step() behind it.",
        Supported,
    );
}

#[test]
fn a_function_without_a_body_supports_nothing() {
    let facts = facts();
    check(&facts, Definitions, "Between jobs the pause is made by rest_step() alone.", Undecided);
    check(&facts, Definitions, "The letter goes out through send_mail() of the shop.", Undecided);
}

#[test]
fn a_variable_is_no_class_that_is_called_like_it() {
    let facts = facts();
    check(&facts, Definitions, "The table is asked by shop_role() and by nothing else.", Undecided);
    check(&facts, Definitions, "The ShopRole class tells what a person does.", Supported);
}
