//! The changes of a package: what could be wrong in one place without the compiler saying so.
//!
//! An operator is another one or is missing, a function answers at once, an arm of a match is missing, a
//! guard always holds or never, a field is left to its base. Constructors and constants stay as they are.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, anyhow, ensure};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use crate::trace::files;

/// One change of one place.
#[derive(Clone, Debug)]
pub struct Change {
    /// From one; nought is the package as it is.
    pub id: u32,
    pub file: String,
    /// The number of the line, and the line.
    pub line: (usize, String),
    /// What is changed, in words.
    pub what: String,
    pub edit: Edit,
    /// Whether the compiler may compute what is changed.
    pub constant: bool,
}

impl Change {
    /// With its place, for people.
    pub fn name(&self) -> String {
        format!("{}:{}: {} | {}", self.file, self.line.0, self.what, self.line.1)
    }

    /// Without the number of its line, which other lines move.
    pub fn text(&self) -> String {
        format!("{}: {} | {}", self.file, self.what, self.line.1)
    }
}

/// What is written into a source, by bytes.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Another expression stands where this one does.
    Instead(Range<usize>, String),
    /// The function whose body begins here answers this.
    Answer(usize, String),
    /// The arm whose pattern ends here is passed over.
    Pass(usize),
}

/// The changes of the sources below a folder, or of those of their lines that differ from a revision.
pub fn changes(root: &Path, folder: &str, since: Option<&str>) -> Result<Vec<Change>> {
    let touched = since.map(|revision| touched(root, folder, revision)).transpose()?;
    let mut all = Vec::new();
    for path in files(&root.join(folder).join("src"))? {
        let file = path.strip_prefix(root)?.to_string_lossy().into_owned();
        let source = fs::read_to_string(&path)?;
        let changes = changes_in(&file, &source).with_context(|| file.clone())?;
        let lines = touched.as_ref().map(|touched| touched.get(&file).cloned().unwrap_or_default());
        let is_touched = |line: usize| {
            lines.as_ref().is_none_or(|lines| lines.iter().any(|range| range.contains(&line)))
        };
        all.extend(changes.into_iter().filter(|change| is_touched(change.line.0)));
    }
    all.sort_by(|a, b| (&a.file, a.line.0).cmp(&(&b.file, b.line.0)));
    (1..).zip(&mut all).for_each(|(id, change)| change.id = id);
    Ok(all)
}

/// The lines of each file that differ from a revision.
fn touched(
    root: &Path,
    folder: &str,
    revision: &str,
) -> Result<BTreeMap<String, Vec<Range<usize>>>> {
    let mut diff = Command::new("git");
    diff.args(["diff", "--unified=0", "--no-color", "--relative", revision, "--", folder]);
    let diff = diff.current_dir(root).output().context("git could not be started")?;
    ensure!(diff.status.success(), "there is no revision {revision}");
    Ok(touched_in(&String::from_utf8_lossy(&diff.stdout)))
}

fn touched_in(diff: &str) -> BTreeMap<String, Vec<Range<usize>>> {
    let mut touched: BTreeMap<String, Vec<Range<usize>>> = BTreeMap::new();
    let mut file = "";
    for line in diff.lines() {
        if let Some(name) = line.strip_prefix("+++ b/") {
            file = name;
        }
        let hunk = line.strip_prefix("@@ -").and_then(|rest| rest.split_once('+'));
        let Some(place) = hunk.and_then(|(_, rest)| rest.split(' ').next()) else {
            continue;
        };
        let (begin, count) = place.split_once(',').unwrap_or((place, "1"));
        if let (Ok(begin), Ok(count)) = (begin.parse::<usize>(), count.parse::<usize>()) {
            touched.entry(file.to_owned()).or_default().push(begin..begin + count);
        }
    }
    touched
}

/// All changes of one source.
pub fn changes_in(file: &str, source: &str) -> Result<Vec<Change>> {
    let tree = syn::parse_file(source).map_err(|fault| anyhow!("cannot be read: {fault}"))?;
    let mut finder = Finder { file, source, scope: Vec::new(), constant: true, found: Vec::new() };
    finder.visit_file(&tree);
    Ok(finder.found)
}

struct Finder<'a> {
    file: &'a str,
    source: &'a str,
    /// The types and functions around.
    scope: Vec<String>,
    constant: bool,
    found: Vec<Change>,
}

fn bytes(node: &impl Spanned) -> Range<usize> {
    node.span().byte_range()
}

impl Finder<'_> {
    fn text(&self, node: &impl Spanned) -> String {
        self.source[bytes(node)].to_owned()
    }

    /// In one line, for people.
    fn words(&self, node: &impl Spanned) -> String {
        self.text(node).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn add(&mut self, at: &impl Spanned, what: String, edit: Edit) {
        let number = at.span().start().line;
        let line = self.source.lines().nth(number - 1).unwrap_or_default().trim().to_owned();
        let scope = self.scope.join("::");
        self.found.push(Change {
            id: 0,
            file: self.file.to_owned(),
            line: (number, line),
            what: if scope.is_empty() { what } else { format!("{scope}: {what}") },
            edit,
            constant: self.constant,
        });
    }

    fn function(&mut self, signature: &syn::Signature, block: &syn::Block) {
        self.constant = signature.constness.is_some();
        let Some(first) = block.stmts.first() else { return };
        // There is seldom another thing to construct.
        if signature.ident == "new" {
            return;
        }
        let at = block.brace_token.span.open().byte_range().end;
        let body = self.source[at..block.brace_token.span.close().byte_range().start].trim();
        for answer in self.answers(&signature.output).into_iter().filter(|answer| answer != body) {
            self.add(first, format!("answers {answer}"), Edit::Answer(at, answer));
        }
    }

    fn answers(&self, output: &syn::ReturnType) -> Vec<String> {
        match output {
            syn::ReturnType::Default => vec!["()".to_owned()],
            syn::ReturnType::Type(_, kind) => self.values(kind),
        }
    }

    /// Values of a type, as they could be written anywhere.
    fn values(&self, kind: &syn::Type) -> Vec<String> {
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        match kind {
            syn::Type::Path(path) => self.values_of_path(path),
            syn::Type::Tuple(tuple) if tuple.elems.is_empty() => owned(&["()"]),
            syn::Type::Tuple(_) | syn::Type::Array(_) => owned(&["Default::default()"]),
            syn::Type::Reference(reference) => match &*self.text(&reference.elem) {
                "str" => owned(&["\"\"", "\"xyzzy\""]),
                elem if elem.starts_with('[') => owned(&["&mut []"]),
                _ => owned(&["Box::leak(Box::default())"]),
            },
            _ => Vec::new(),
        }
    }

    fn values_of_path(&self, path: &syn::TypePath) -> Vec<String> {
        let Some(last) = path.path.segments.last() else { return Vec::new() };
        let inner = || match &last.arguments {
            syn::PathArguments::AngleBracketed(of) => match of.args.first() {
                Some(syn::GenericArgument::Type(kind)) => self.values(kind),
                _ => vec!["Default::default()".to_owned()],
            },
            _ => vec!["Default::default()".to_owned()],
        };
        let wrapped = |begin: &str, end: &str| {
            inner().into_iter().map(move |value| format!("{begin}{value}{end}")).collect::<Vec<_>>()
        };
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        match &*last.ident.to_string() {
            "bool" => owned(&["true", "false"]),
            "u8" | "u16" | "u32" | "u64" | "u128" | "usize" => owned(&["0", "1"]),
            "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => owned(&["0", "1", "-1"]),
            "String" => owned(&["String::new()", "\"xyzzy\".into()"]),
            "Option" => [vec!["None".to_owned()], wrapped("Some(", ")")].concat(),
            "Result" => wrapped("Ok(", ")"),
            "Vec" => [vec!["vec![]".to_owned()], wrapped("vec![", "]")].concat(),
            _ => owned(&["Default::default()"]),
        }
    }

    /// Visits what is inside a name.
    fn within(&mut self, name: String, visit: impl FnOnce(&mut Self)) {
        let constant = self.constant;
        self.scope.push(name);
        visit(self);
        self.scope.pop();
        self.constant = constant;
    }
}

/// Whether it is there for tests alone.
fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::Path(path) => path.is_ident("test"),
        syn::Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        syn::Meta::NameValue(_) => false,
    })
}

fn holds_let(node: &syn::Expr) -> bool {
    match node {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(node) => holds_let(&node.left) || holds_let(&node.right),
        _ => false,
    }
}

/// What an operator could have been.
fn others(operator: &str) -> &'static [&'static str] {
    match operator {
        "==" => &["!="],
        "!=" => &["=="],
        "&&" => &["||"],
        "||" => &["&&"],
        "<" => &["==", ">", "<="],
        ">" => &["==", "<", ">="],
        "<=" => &[">", "<"],
        ">=" => &["<", ">"],
        "+" => &["-", "*"],
        "-" | "*" => &["+", "/"],
        "/" => &["%", "*"],
        "%" => &["/", "+"],
        "<<" => &[">>"],
        ">>" => &["<<"],
        "&" => &["|", "^"],
        "|" => &["&", "^"],
        "^" => &["|", "&"],
        "+=" => &["-=", "*="],
        "-=" | "*=" => &["+=", "/="],
        "/=" => &["%=", "*="],
        "%=" => &["/=", "+="],
        "<<=" => &[">>="],
        ">>=" => &["<<="],
        "&=" => &["|="],
        "|=" => &["&="],
        "^=" => &["|=", "&="],
        _ => &[],
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_mod(&mut self, node: &'ast syn::ItemMod) {
        if !is_test(&node.attrs) {
            self.within(node.ident.to_string(), |finder| visit::visit_item_mod(finder, node));
        }
    }

    fn visit_item_impl(&mut self, node: &'ast syn::ItemImpl) {
        let name = self.words(&node.self_ty);
        let of = node.trait_.as_ref().and_then(|(path, _)| path.segments.last());
        let of = of.map(|last| last.ident.to_string());
        // There is seldom another default.
        if of.as_deref() != Some("Default") && !is_test(&node.attrs) {
            let name = of.map_or(name.clone(), |of| format!("{name} as {of}"));
            self.within(name, |finder| visit::visit_item_impl(finder, node));
        }
    }

    fn visit_item_trait(&mut self, node: &'ast syn::ItemTrait) {
        self.within(node.ident.to_string(), |finder| visit::visit_item_trait(finder, node));
    }

    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        if is_test(&node.attrs) {
            return;
        }
        self.within(node.sig.ident.to_string(), |finder| {
            finder.function(&node.sig, &node.block);
            visit::visit_item_fn(finder, node);
        });
    }

    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        if is_test(&node.attrs) {
            return;
        }
        self.within(node.sig.ident.to_string(), |finder| {
            finder.function(&node.sig, &node.block);
            visit::visit_impl_item_fn(finder, node);
        });
    }

    fn visit_trait_item_fn(&mut self, node: &'ast syn::TraitItemFn) {
        let Some(block) = &node.default else { return };
        self.within(node.sig.ident.to_string(), |finder| {
            finder.function(&node.sig, block);
            visit::visit_trait_item_fn(finder, node);
        });
    }

    /// Lengths of arrays are constants.
    fn visit_expr_repeat(&mut self, node: &'ast syn::ExprRepeat) {
        self.visit_expr(&node.expr);
    }

    fn visit_type(&mut self, _: &'ast syn::Type) {}

    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}

    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}

    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}

    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}

    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}

    fn visit_item_enum(&mut self, _: &'ast syn::ItemEnum) {}

    fn visit_expr_binary(&mut self, node: &'ast syn::ExprBinary) {
        // `let` holds only as a link of a chain of `&&`.
        if !holds_let(&node.left) && !holds_let(&node.right) {
            let (left, right) = (self.text(&node.left), self.text(&node.right));
            let operator = self.text(&node.op);
            for other in others(&operator) {
                let edit = Edit::Instead(bytes(node), format!("({left}) {other} ({right})"));
                self.add(&node.op, format!("{other} for {operator}"), edit);
            }
        }
        visit::visit_expr_binary(self, node);
    }

    fn visit_expr_unary(&mut self, node: &'ast syn::ExprUnary) {
        let operator = self.text(&node.op);
        // A number below nought is a number.
        let is_number = operator == "-" && matches!(&*node.expr, syn::Expr::Lit(_));
        if matches!(&*operator, "!" | "-") && !is_number {
            let edit = Edit::Instead(bytes(node), format!("({})", self.text(&node.expr)));
            self.add(&node.op, format!("no {operator}"), edit);
        }
        visit::visit_expr_unary(self, node);
    }

    fn visit_expr_struct(&mut self, node: &'ast syn::ExprStruct) {
        for pair in node.fields.pairs().filter(|_| node.rest.is_some()) {
            let all = bytes(node);
            let field = bytes(pair.value());
            let end = pair.punct().map_or(field.end, |comma| bytes(comma).end);
            let text = [&self.source[all.start..field.start], &self.source[end..all.end]].concat();
            let what = format!("no {}", self.words(pair.value()));
            self.add(pair.value(), what, Edit::Instead(all, text));
        }
        visit::visit_expr_struct(self, node);
    }

    fn visit_expr_match(&mut self, node: &'ast syn::ExprMatch) {
        let rest = node.arms.iter().any(|arm| matches!(arm.pat, syn::Pat::Wild(_)));
        for arm in &node.arms {
            match &arm.pat {
                syn::Pat::Guard(pat) => {
                    for value in ["true", "false"] {
                        let what = format!("{value} for {}", self.words(&pat.guard));
                        let edit = Edit::Instead(bytes(&pat.guard), value.to_owned());
                        self.add(&pat.guard, what, edit);
                    }
                }
                syn::Pat::Wild(_) => {}
                pat if rest => {
                    let what = format!("no arm {}", self.words(pat));
                    self.add(pat, what, Edit::Pass(bytes(pat).end));
                }
                _ => {}
            }
        }
        visit::visit_expr_match(self, node);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, expected: &[&str]) {
        let changes = changes_in("a.rs", source).unwrap();
        let found: Vec<_> = changes.iter().map(|change| &*change.what).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn finds_what_could_be_wrong() {
        check("fn f() { a += b }", &["f: answers ()", "f: -= for +=", "f: *= for +="]);
        check(
            "impl A { fn f() -> Self { !a } }",
            &["A::f: answers Default::default()", "A::f: no !"],
        );
        check(
            "fn f() -> Option<bool> { None }",
            &["f: answers Some(true)", "f: answers Some(false)"],
        );
        check("fn f() -> &str { a }", &["f: answers \"\"", "f: answers \"xyzzy\""]);
        let guards = ["f: true for b", "f: false for b", "f: no arm 2"];
        check("fn f() -> ! { match a { 1 if b => c, 2 => d, _ => e } }", &guards);
        check("fn f() -> ! { A { x: 1, ..a } }", &["f: no x: 1"]);
        check("fn f() -> ! { if let A = b && c == d {} }", &["f: != for =="]);
    }

    #[test]
    fn tests_constructors_and_constants_stay() {
        check("#[cfg(test)] mod tests { fn f() { a + b } }", &[]);
        check("#[test] fn f() { a == b }", &[]);
        check(
            "impl A { fn new() -> A { a } } impl Default for A { fn default() -> A { b == c } }",
            &[],
        );
        check("const A: u8 = 1 + 2; static B: u8 = !1; fn f() -> ! { [0; 1 + 2] }", &[]);
    }

    #[test]
    fn reads_which_lines_are_new() {
        let diff = "--- a/x.rs\n+++ b/x.rs\n@@ -1,2 +3,2 @@ fn a\n+one\n+two\n@@ -9 +12 @@\n@@ -20,3 +15,0 @@\n";
        assert_eq!(touched_in(diff)["x.rs"], [3..5, 12..13, 15..15]);
    }
}
