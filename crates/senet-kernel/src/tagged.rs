//! Enums that have the name of their variant in a field.
//!
//! `serde(tag = …)` would do the same by a second copy of everything that reads what they are made of: it puts the
//! fields by until the name is found. The one reader of trees ([`read`](crate::read)) looks the name up instead.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::EnumAccessDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _, IgnoredAny,
    IntoDeserializer, MapAccess, VariantAccess, Visitor,
};
use serde::ser::{Error as _, Serialize, SerializeStruct, SerializeStructVariant, Serializer};
use serde_json::{Map, Value};

use crate::read::{kind, read};

/// Writes and reads an enum with the name of its variant in a field. serde derives it as `remote` under its own
/// name, and its schema needs the tag once more.
///
/// ```
/// #[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
/// #[serde(remote = "Move", rename_all = "snake_case", deny_unknown_fields)]
/// enum Move {
///     Roll { dice: u8 },
///     Hold {},
/// }
/// senet_kernel::tagged!(Move, "type");
///
/// let json = serde_json::json!({"type": "roll", "dice": 2});
/// assert_eq!(serde_json::to_value(Move::Roll { dice: 2 }).unwrap(), json);
/// assert_eq!(senet_kernel::read(&json), Ok(Move::Roll { dice: 2 }));
/// ```
#[macro_export]
macro_rules! tagged {
    ($type:ident, $tag:literal) => {
        impl ::serde::Serialize for $type {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                <$type>::serialize(self, $crate::WithTag::new($tag, serializer))
            }
        }

        $crate::read_as_tagged!($type, $tag);
    };
}

/// The same for an enum that is only read.
#[macro_export]
macro_rules! read_as_tagged {
    ($type:ident, $tag:literal) => {
        impl $crate::Tagged for $type {
            const NAME: &'static str = concat!(" ", $tag);

            fn of_variant<'de, D: ::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                <$type>::deserialize(deserializer)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $type {
            fn deserialize<D: ::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                $crate::by_tag(deserializer)
            }
        }
    };
}

/// What [`tagged!`](crate::tagged) says of an enum.
#[doc(hidden)]
pub trait Tagged: DeserializeOwned {
    /// A space, which no name of a type begins with, and the field.
    const NAME: &'static str;

    /// Reads it from a variant and its content.
    fn of_variant<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

/// Reads an enum by its tag: [`read`](crate::read) knows by the name that it is one, all others give it their fields.
#[doc(hidden)]
pub fn by_tag<'de, T: Tagged, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_newtype_struct(T::NAME, ByTag(PhantomData))
}

struct ByTag<T>(PhantomData<T>);

impl<'de, T: Tagged> Visitor<'de> for ByTag<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, variant: A) -> Result<T, A::Error> {
        T::of_variant(EnumAccessDeserializer::new(variant))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_map(self)
    }

    /// The fields as they come where the name stands first, as it is written; otherwise they are put by.
    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<T, A::Error> {
        let mut key: Option<String> = fields.next_key()?;
        if key.as_deref() == T::NAME.get(1..) {
            return match fields.next_value()? {
                Value::String(name) => {
                    T::of_variant(EnumAccessDeserializer::new(Named { name, fields }))
                }
                other => Err(A::Error::invalid_type(kind(&other), &"the name of a variant")),
            };
        }
        let mut object = Map::new();
        while let Some(name) = key {
            object.insert(name, fields.next_value()?);
            key = fields.next_key()?;
        }
        read(&Value::Object(object)).map_err(A::Error::custom)
    }
}

/// A variant whose name was read, with the fields that follow.
struct Named<A> {
    name: String,
    fields: A,
}

impl<'de, A: MapAccess<'de>> EnumAccess<'de> for Named<A> {
    type Error = A::Error;
    type Variant = Following<A>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Following<A>), A::Error> {
        Ok((seed.deserialize(self.name.into_deserializer())?, Following(self.fields)))
    }
}

struct Following<A>(A);

impl<A> Following<A> {
    fn refused<'de, T>(self) -> Result<T, A::Error>
    where
        A: MapAccess<'de>,
    {
        Err(A::Error::custom(NO_FIELDS))
    }
}

impl<'de, A: MapAccess<'de>> VariantAccess<'de> for Following<A> {
    type Error = A::Error;

    fn unit_variant(mut self) -> Result<(), A::Error> {
        while self.0.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _: T) -> Result<T::Value, A::Error> {
        self.refused()
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, A::Error> {
        self.refused()
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        visitor.visit_map(self.0)
    }
}

const NO_FIELDS: &str = "what has its name in a field has all else in fields, too";

/// Writes a variant as an object with its name in a field, and nothing else.
#[doc(hidden)]
pub struct WithTag<S> {
    tag: &'static str,
    serializer: S,
}

impl<S: Serializer> WithTag<S> {
    /// The name of the variant gets into the field `tag`.
    pub fn new(tag: &'static str, serializer: S) -> WithTag<S> {
        WithTag { tag, serializer }
    }

    fn refused<T>(&self) -> Result<T, S::Error> {
        Err(S::Error::custom(NO_FIELDS))
    }
}

macro_rules! refused {
    ($($serialize:ident($($value:ty),*) $out:ident;)*) => {
        $(fn $serialize(self, $(_: $value),*) -> Result<S::$out, S::Error> {
            self.refused()
        })*
    };
}

#[allow(clippy::disallowed_types, reason = "a serializer has a word for every type, floats too")]
impl<S: Serializer> Serializer for WithTag<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = S::SerializeSeq;
    type SerializeTuple = S::SerializeTuple;
    type SerializeTupleStruct = S::SerializeTupleStruct;
    type SerializeTupleVariant = S::SerializeTupleVariant;
    type SerializeMap = S::SerializeMap;
    type SerializeStruct = S::SerializeStruct;
    type SerializeStructVariant = Content<S::SerializeStruct>;

    fn serialize_unit_variant(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<S::Ok, S::Error> {
        let mut object = self.serializer.serialize_struct(name, 1)?;
        object.serialize_field(self.tag, variant)?;
        object.end()
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
        fields: usize,
    ) -> Result<Content<S::SerializeStruct>, S::Error> {
        let mut object = self.serializer.serialize_struct(name, fields + 1)?;
        object.serialize_field(self.tag, variant)?;
        Ok(Content(object))
    }

    refused! {
        serialize_bool(bool) Ok;
        serialize_i8(i8) Ok;
        serialize_i16(i16) Ok;
        serialize_i32(i32) Ok;
        serialize_i64(i64) Ok;
        serialize_u8(u8) Ok;
        serialize_u16(u16) Ok;
        serialize_u32(u32) Ok;
        serialize_u64(u64) Ok;
        serialize_f32(f32) Ok;
        serialize_f64(f64) Ok;
        serialize_char(char) Ok;
        serialize_str(&str) Ok;
        serialize_bytes(&[u8]) Ok;
        serialize_none() Ok;
        serialize_unit() Ok;
        serialize_unit_struct(&'static str) Ok;
        serialize_seq(Option<usize>) SerializeSeq;
        serialize_tuple(usize) SerializeTuple;
        serialize_tuple_struct(&'static str, usize) SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) SerializeTupleVariant;
        serialize_map(Option<usize>) SerializeMap;
        serialize_struct(&'static str, usize) SerializeStruct;
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<S::Ok, S::Error> {
        self.refused()
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: &T,
    ) -> Result<S::Ok, S::Error> {
        self.refused()
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<S::Ok, S::Error> {
        self.refused()
    }
}

/// The fields of a variant, which are those of the object.
#[doc(hidden)]
pub struct Content<O>(O);

impl<O: SerializeStruct> SerializeStructVariant for Content<O> {
    type Ok = O::Ok;
    type Error = O::Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), O::Error> {
        self.0.serialize_field(key, value)
    }

    fn skip_field(&mut self, key: &'static str) -> Result<(), O::Error> {
        self.0.skip_field(key)
    }

    fn end(self) -> Result<O::Ok, O::Error> {
        self.0.end()
    }
}
