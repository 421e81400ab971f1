// Generated from the Rust types by `cargo xtask types`. Do not edit.

/**
 * Whether advice is given besides the warnings about costs.
 */
export type Advice = 'on' | 'off';
/**
 * Which house rules hold: a profile by its id, or one of the table's own.
 */
export type HouseRules = string | Profile;
/**
 * The coarse codes: seven for errors, three for warnings.
 */
export type Code =
	| 'REQUIRED_FIELD'
	| 'INVALID_VALUE'
	| 'WEAPON_REQUIRED'
	| 'EQUIPMENT_LIMIT'
	| 'COST_EXCEEDED'
	| 'INVALID_TRAIT'
	| 'WARBAND_INVALID'
	| 'COST_APPROACHING_LIMIT'
	| 'DUPLICATE_ITEM'
	| 'NO_EFFECT';
export type BestAbilityResponse = AbilityChoice[];
/**
 * The five attributes, in the order of the table.
 */
export type Attribute = 'speed' | 'defense' | 'firepower' | 'prowess' | 'willpower';
/**
 * How a cost stands to its limit.
 */
export type Badge = 'ok' | 'near' | 'full' | 'over';
/**
 * The part of a weirdo's cost that a line belongs to.
 */
export type Group = 'attributes' | 'weapons' | 'equipment' | 'psychicPowers' | 'leaderTrait';
/**
 * One change. Weirdos are named by their id.
 */
export type Edit =
	| {
			/**
			 * The name.
			 */
			name: string;
			type: 'rename';
	  }
	| {
			/**
			 * 75 or 125.
			 */
			limit: number;
			type: 'set_point_limit';
	  }
	| {
			/**
			 * Its id; null for none.
			 */
			ability?: string | null;
			type: 'set_ability';
	  }
	| {
			type: 'add_leader';
	  }
	| {
			type: 'add_trooper';
	  }
	| {
			type: 'remove';
			/**
			 * Who.
			 */
			weirdo: string;
	  }
	| {
			type: 'duplicate';
			/**
			 * Who.
			 */
			weirdo: string;
	  }
	| {
			/**
			 * The place among the troopers, counted from 0.
			 */
			to: number;
			type: 'move';
			/**
			 * Who.
			 */
			weirdo: string;
	  }
	| {
			type: 'bench';
			/**
			 * Who.
			 */
			weirdo: string;
	  }
	| {
			type: 'recall';
			/**
			 * Who.
			 */
			weirdo: string;
	  }
	| {
			type: 'promote';
			/**
			 * Who.
			 */
			weirdo: string;
	  }
	| {
			/**
			 * The name.
			 */
			name: string;
			type: 'set_name';
			/**
			 * Who.
			 */
			weirdo: string;
	  }
	| {
			role: Role;
			type: 'set_role';
			/**
			 * Who.
			 */
			weirdo: string;
	  }
	| {
			attribute: Attribute;
			/**
			 * A number for speed, text for the others.
			 */
			level: unknown;
			type: 'set_level';
			/**
			 * Who.
			 */
			weirdo: string;
	  }
	| {
			/**
			 * The thing's id.
			 */
			item: string;
			list: List;
			type: 'add_item';
			/**
			 * Who.
			 */
			weirdo: string;
	  }
	| {
			list: List;
			/**
			 * Its place, counted from 0.
			 */
			place: number;
			type: 'drop_item';
			/**
			 * Who.
			 */
			weirdo: string;
	  }
	| {
			/**
			 * The other thing's id.
			 */
			item: string;
			list: List;
			/**
			 * Its place, counted from 0.
			 */
			place: number;
			type: 'swap_item';
			/**
			 * Who.
			 */
			weirdo: string;
	  }
	| {
			/**
			 * The trait's id; null for none.
			 */
			leader_trait?: string | null;
			type: 'set_trait';
			/**
			 * Who.
			 */
			weirdo: string;
	  }
	| {
			/**
			 * The notes.
			 */
			notes: string;
			type: 'set_notes';
			/**
			 * Who.
			 */
			weirdo: string;
	  }
	| {
			/**
			 * The flags.
			 */
			tags: string[];
			type: 'set_tags';
			/**
			 * Who.
			 */
			weirdo: string;
	  };
/**
 * Leader or trooper.
 */
export type Role = 'leader' | 'trooper';
/**
 * The four lists of things that a weirdo carries.
 */
export type List = 'closeCombatWeapons' | 'rangedWeapons' | 'equipment' | 'psychicPowers';
/**
 * How many weapons of a kind the solver gives.
 */
export type Arms = 'one' | 'any';
/**
 * One wish. Several wishes must all hold.
 */
export type Wish =
	| {
			/**
			 * How many.
			 */
			count: number;
			/**
			 * `shooter` (has firepower), `psychic` (has a power), or the id of an item they carry.
			 */
			of: string;
			type: 'at_least';
	  }
	| {
			type: 'no_repeats';
	  }
	| {
			/**
			 * Ids or names.
			 */
			items: string[];
			type: 'only';
	  }
	| {
			/**
			 * Ids or names.
			 */
			items: string[];
			type: 'without';
	  }
	| {
			/**
			 * At most.
			 */
			max?: number | null;
			/**
			 * At least.
			 */
			min?: number;
			type: 'bodies';
	  }
	| {
			type: 'no_premium';
	  };
/**
 * What became of an order.
 */
export type CompleteResponse =
	| (Found & {
			type: 'found';
	  })
	| (NotFound & {
			type: 'none';
	  });
/**
 * The shapes that a warband can be written in.
 */
export type ExportFormat = 'json' | 'code' | 'short' | 'full' | 'html';
/**
 * The paper to print on.
 */
export type Paper = 'a4' | 'letter';
/**
 * Where a document came from.
 */
export type Format = 'native' | 'foreign' | 'code';
/**
 * What became of an order.
 */
export type RandomResponse =
	| (Found & {
			type: 'found';
	  })
	| (NotFound & {
			type: 'none';
	  });

/**
 * A request about one warband.
 */
export interface BestAbilityRequest {
	advice?: Advice;
	/**
	 * House rules; the core rules where absent.
	 */
	houseRules?: HouseRules | null;
	warband: Warband;
}
/**
 * What a table decides otherwise than the core rules.
 */
export interface Profile {
	/**
	 * A short id.
	 */
	id: string;
	/**
	 * The most close combat weapons on one weirdo; absent means any number (R5).
	 */
	max_close?: number | null;
	/**
	 * The most ranged weapons on one weirdo; absent means any number (R5).
	 */
	max_ranged?: number | null;
	/**
	 * What people read.
	 */
	name: string;
	/**
	 * The point limits that a warband may name; absent means 75 and 125 (R24).
	 */
	point_limits?: number[] | null;
}
/**
 * A warband as it was written.
 */
export interface Warband {
	/**
	 * The id of its ability, or null; whatever was written is kept.
	 */
	ability?: unknown;
	/**
	 * Members that are kept but not counted.
	 */
	bench: Weirdo[];
	/**
	 * An id that the host chooses; may be empty.
	 */
	id: string;
	/**
	 * Its leader.
	 */
	leader?: Weirdo | null;
	/**
	 * Its name.
	 */
	name: string;
	/**
	 * 75 or 125; whatever was written is kept.
	 */
	pointLimit?: unknown;
	/**
	 * The version of the format: 1.
	 */
	schemaVersion: number;
	/**
	 * The others, in order.
	 */
	troopers: Weirdo[];
}
/**
 * A weirdo as it was written.
 */
export interface Weirdo {
	/**
	 * Its five attributes.
	 */
	attributes?: Attributes | null;
	/**
	 * Ids of close combat weapons.
	 */
	closeCombatWeapons: string[];
	/**
	 * Ids of equipment.
	 */
	equipment: string[];
	/**
	 * Its id, unique within the warband.
	 */
	id: string;
	/**
	 * The id of a leader's trait.
	 */
	leaderTrait?: string | null;
	/**
	 * Its name.
	 */
	name: string;
	/**
	 * Whatever the player wants to remember.
	 */
	notes: string;
	/**
	 * Ids of psychic powers.
	 */
	psychicPowers: string[];
	/**
	 * Ids of ranged weapons.
	 */
	rangedWeapons: string[];
	/**
	 * The player's own flags.
	 */
	tags: string[];
	/**
	 * `leader` or `trooper`; absent means what the slot says.
	 */
	type?: unknown;
}
/**
 * Five levels as they were written: a number for speed, `"2d6"`, `"2d8"`, `"2d10"` or `"None"`.
 */
export interface Attributes {
	/**
	 * `"2d6"`, `"2d8"` or `"2d10"`.
	 */
	defense?: unknown;
	/**
	 * `"None"`, `"2d8"` or `"2d10"`.
	 */
	firepower?: unknown;
	/**
	 * `"2d6"`, `"2d8"` or `"2d10"`.
	 */
	prowess?: unknown;
	/**
	 * 1, 2 or 3.
	 */
	speed?: unknown;
	/**
	 * `"2d6"`, `"2d8"` or `"2d10"`.
	 */
	willpower?: unknown;
}
/**
 * A warband under one ability.
 */
export interface AbilityChoice {
	/**
	 * The ability's id; null for none.
	 */
	ability?: string | null;
	/**
	 * What the warband costs with it.
	 */
	cost: number;
	/**
	 * Whether it is what the warband has.
	 */
	current: boolean;
	/**
	 * What people read.
	 */
	name: string;
	/**
	 * What is wrong with it that is not wrong now.
	 */
	newErrors: Finding[];
	/**
	 * Whether the warband is legal with it.
	 */
	valid: boolean;
}
/**
 * One thing that a check found.
 */
export interface Finding {
	code: Code;
	/**
	 * Where: `warband.name`, `leader.equipment`, `troopers[2].weapons.close[0]`.
	 */
	field: string;
	/**
	 * One sentence for a person.
	 */
	message: string;
	params: Params;
	/**
	 * The rule that says so.
	 */
	rule: string;
	/**
	 * The weirdo that it is about.
	 */
	weirdoId?: string | null;
}
/**
 * The figures of a finding.
 */
export interface Params {
	/**
	 * What it costs.
	 */
	cost?: number | null;
	/**
	 * How many there are.
	 */
	count?: number | null;
	/**
	 * What is allowed.
	 */
	limit?: number | null;
	/**
	 * What was written.
	 */
	value?: unknown;
}
/**
 * A request about nothing but the rules themselves.
 */
export interface CatalogueRequest {
	/**
	 * House rules; the core rules where absent.
	 */
	houseRules?: HouseRules | null;
}
/**
 * What there is to choose.
 */
export interface CatalogueResponse {
	/**
	 * The attributes with their levels.
	 */
	attributes: AttributeEntry[];
	/**
	 * Close combat weapons.
	 */
	closeCombatWeapons: Priced[];
	/**
	 * Equipment.
	 */
	equipment: Priced[];
	/**
	 * Leader traits.
	 */
	leaderTraits: Item[];
	/**
	 * What each ability makes of each level, in the order of attributes and levels; the first
	 * is without an ability.
	 */
	levelPrices: AbilityPrices[];
	limits: Limits;
	/**
	 * The embedded profiles.
	 */
	profiles: Profile[];
	/**
	 * Psychic powers.
	 */
	psychicPowers: Priced[];
	/**
	 * Ranged weapons.
	 */
	rangedWeapons: Priced[];
	/**
	 * The version of the program that says all this.
	 */
	version: string;
	/**
	 * Warband abilities.
	 */
	warbandAbilities: AbilityEntry[];
}
/**
 * One attribute with its levels, cheapest first.
 */
export interface AttributeEntry {
	/**
	 * The level of a new weirdo, by its place.
	 */
	default: number;
	id: Attribute;
	/**
	 * The three levels.
	 */
	levels: Level[];
	/**
	 * Its name.
	 */
	name: string;
}
/**
 * One level of an attribute.
 */
export interface Level {
	/**
	 * Points before any ability.
	 */
	cost: number;
	/**
	 * What a document says: `2`, `2d8`, `None`.
	 */
	id: string;
}
/**
 * An item with its price under every ability.
 */
export interface Priced {
	/**
	 * Points before any ability. Made-up items may be negative; the catalogue's never are.
	 */
	cost: number;
	/**
	 * What it does at the table, in a few words for cards. No rule reads them.
	 */
	does: string;
	/**
	 * Its facts in words.
	 */
	facts: string[];
	/**
	 * What documents store.
	 */
	id: string;
	/**
	 * `passive` or `action` equipment; `attack`, `effect` or `either` for powers.
	 */
	kind: string;
	/**
	 * Most Fight or Shoot actions a turn.
	 */
	maxActions?: number | null;
	/**
	 * What people read.
	 */
	name: string;
	/**
	 * Its price without an ability and with each one, in the catalogue's order.
	 */
	prices: number[];
	/**
	 * Compact facts of table play, for cards. No rule reads them.
	 */
	tags: string[];
	/**
	 * The abilities whose building effect reaches it.
	 */
	touchedBy: string[];
	/**
	 * How often it works in a game.
	 */
	usesPerGame?: number | null;
}
/**
 * A weapon, a piece of equipment, a psychic power or a leader trait.
 */
export interface Item {
	/**
	 * Points before any ability. Made-up items may be negative; the catalogue's never are.
	 */
	cost: number;
	/**
	 * What it does at the table, in a few words for cards. No rule reads them.
	 */
	does: string;
	/**
	 * What documents store.
	 */
	id: string;
	/**
	 * `passive` or `action` equipment; `attack`, `effect` or `either` for powers.
	 */
	kind: string;
	/**
	 * Most Fight or Shoot actions a turn.
	 */
	maxActions?: number | null;
	/**
	 * What people read.
	 */
	name: string;
	/**
	 * Compact facts of table play, for cards. No rule reads them.
	 */
	tags: string[];
	/**
	 * The abilities whose building effect reaches it.
	 */
	touchedBy: string[];
	/**
	 * How often it works in a game.
	 */
	usesPerGame?: number | null;
}
/**
 * The prices of all levels under one ability.
 */
export interface AbilityPrices {
	/**
	 * The ability's id; null for none.
	 */
	ability?: string | null;
	/**
	 * The most equipment of a leader.
	 */
	leaderEquipment: number;
	/**
	 * By attribute and level.
	 */
	levels: number[][];
	/**
	 * The most equipment of a trooper.
	 */
	trooperEquipment: number;
}
/**
 * The limits of section 7.
 */
export interface Limits {
	/**
	 * Equipment of a leader and of a trooper, before abilities.
	 */
	equipment: number[];
	/**
	 * How near the warband's limit is near.
	 */
	nearWarband: number;
	/**
	 * How near a weirdo's limit is near.
	 */
	nearWeirdo: number;
	/**
	 * The point limits that a warband may name.
	 */
	warbandPoints: number[];
	/**
	 * Where it ends.
	 */
	weirdoPremiumMax: number;
	/**
	 * Where the premium slot begins.
	 */
	weirdoPremiumMin: number;
	/**
	 * The most that any weirdo may cost.
	 */
	weirdoStandard: number;
}
/**
 * A warband ability.
 */
export interface AbilityEntry {
	/**
	 * What it changes while building: `cost`, `slots` or `none`.
	 */
	build: string;
	/**
	 * What it does, in a few words.
	 */
	does: string;
	/**
	 * What documents store.
	 */
	id: string;
	/**
	 * What people read.
	 */
	name: string;
}
/**
 * A request about one warband.
 */
export interface CheckRequest {
	advice?: Advice;
	/**
	 * House rules; the core rules where absent.
	 */
	houseRules?: HouseRules | null;
	warband: Warband;
}
/**
 * Everything about a warband, for a screen.
 */
export interface CheckResponse {
	/**
	 * How the total stands to the limit.
	 */
	badge?: Badge | null;
	/**
	 * What it costs.
	 */
	cost: number;
	/**
	 * What is wrong.
	 */
	errors: Finding[];
	/**
	 * Its point limit, where that is legal.
	 */
	limit?: number | null;
	/**
	 * Leader and troopers.
	 */
	members: MemberAnswer[];
	/**
	 * What was not taken over from the document that was sent.
	 */
	notes: Note[];
	/**
	 * One-click repairs.
	 */
	offers: Offer[];
	/**
	 * Whether it is legal.
	 */
	valid: boolean;
	warband: Warband;
	/**
	 * What is near a limit, or odd.
	 */
	warnings: Finding[];
}
/**
 * A member with all that a card shows.
 */
export interface MemberAnswer {
	badge: Badge;
	cost: CostBreakdown;
	/**
	 * The most equipment that it may carry.
	 */
	equipmentLimit: number;
	/**
	 * Whether it holds the premium slot.
	 */
	holdsPremiumSlot: boolean;
	/**
	 * Its id.
	 */
	id: string;
	/**
	 * The most that it may cost now.
	 */
	limit: number;
	/**
	 * What it is called.
	 */
	name: string;
	/**
	 * Its slot: `leader` or `troopers[2]`.
	 */
	slot: string;
	/**
	 * The five attributes with bonuses.
	 */
	stats: Stat[];
}
/**
 * What a weirdo costs, part by part and line by line.
 */
export interface CostBreakdown {
	/**
	 * The five attributes together.
	 */
	attributes: number;
	/**
	 * Equipment.
	 */
	equipment: number;
	/**
	 * The leader trait.
	 */
	leaderTrait: number;
	/**
	 * One line for each attribute and each item, in document order.
	 */
	lines: CostLine[];
	/**
	 * Psychic powers.
	 */
	psychicPowers: number;
	/**
	 * All parts together.
	 */
	total: number;
	/**
	 * Weapons of both kinds.
	 */
	weapons: number;
}
/**
 * One attribute or item of a weirdo, with its price.
 */
export interface CostLine {
	/**
	 * Points before the ability.
	 */
	base: number;
	/**
	 * Points paid.
	 */
	final: number;
	group: Group;
	/**
	 * The attribute's key or the item's id, as written.
	 */
	id: string;
	/**
	 * What people read.
	 */
	label: string;
	/**
	 * Why the two differ, such as "Mutants −1".
	 */
	reason?: string | null;
}
/**
 * One attribute on a card.
 */
export interface Stat {
	attribute: Attribute;
	/**
	 * Points added by equipment.
	 */
	bonus: number;
	/**
	 * Its name.
	 */
	name: string;
	/**
	 * The level with its bonus, such as `2d8+1`; a dash where there is none.
	 */
	value: string;
}
/**
 * Something that an import changed or ignored.
 */
export interface Note {
	/**
	 * Where in the file.
	 */
	field: string;
	/**
	 * What happened.
	 */
	sentence: string;
}
/**
 * A one-click repair of one finding.
 */
export interface Offer {
	/**
	 * The edits, to be made together.
	 */
	edits: Edit[];
	/**
	 * The field of the finding that it mends.
	 */
	field: string;
	/**
	 * What it does.
	 */
	sentence: string;
}
/**
 * A completion to make.
 */
export interface CompleteRequest {
	/**
	 * House rules; the core rules where absent.
	 */
	houseRules?: HouseRules | null;
	order: Order;
}
/**
 * What to complete, and how.
 */
export interface Order {
	arms?: Arms;
	/**
	 * What may be changed: `*`, `leader`, `troopers[2]`, `leader.speed`, `w4.equipment` …
	 */
	open?: string[];
	/**
	 * The exact cost to reach; the point limit where absent.
	 */
	points?: number | null;
	/**
	 * Chooses among all completions; the same seed gives the same one.
	 */
	seed?: string;
	warband: Warband;
	/**
	 * What must hold.
	 */
	wishes?: Wish[];
}
/**
 * A warband that meets the order.
 */
export interface Found {
	/**
	 * The ids of the weirdos that were added.
	 */
	added: string[];
	/**
	 * What was given and is different now, a sentence each.
	 */
	changed: string[];
	/**
	 * What it costs.
	 */
	cost: number;
	searched: Searched;
	warband: Warband;
}
/**
 * What was searched for an answer.
 */
export interface Searched {
	/**
	 * In how many classes of equal cost they were counted.
	 */
	classes: number;
	/**
	 * How many loadouts the leader can have.
	 */
	leaderLoadouts: number;
	/**
	 * How many loadouts an added trooper can have.
	 */
	recruitLoadouts: number;
	/**
	 * How many warbands meet the order, exactly, as digits.
	 */
	warbands: string;
}
/**
 * The proof that no warband meets the order.
 */
export interface NotFound {
	clash: Clash;
	searched: Searched;
}
/**
 * What cannot hold together.
 */
export interface Clash {
	/**
	 * The ids of given weirdos whose kept parts clash; empty where the wishes do.
	 */
	locked: string[];
	/**
	 * One sentence.
	 */
	reason: string;
	/**
	 * The smallest set of wishes that clash; empty where what is given clashes by itself.
	 */
	wishes: Wish[];
}
/**
 * A request about one warband.
 */
export interface CostRequest {
	advice?: Advice;
	/**
	 * House rules; the core rules where absent.
	 */
	houseRules?: HouseRules | null;
	warband: Warband;
}
/**
 * What a warband costs.
 */
export interface CostResponse {
	/**
	 * Leader and troopers.
	 */
	members: MemberAnswer[];
	/**
	 * All members together.
	 */
	total: number;
}
/**
 * A warband to draw.
 */
export interface CountRequest {
	/**
	 * The ability by id or name, `none`, or absent for all abilities together.
	 */
	ability?: string | null;
	arms?: Arms;
	/**
	 * House rules; the core rules where absent.
	 */
	houseRules?: HouseRules | null;
	/**
	 * The point limit, which is also the exact cost.
	 */
	points: number;
	/**
	 * The same seed gives the same warband.
	 */
	seed?: string;
	/**
	 * What must hold.
	 */
	wishes?: Wish[];
}
/**
 * How many warbands there are.
 */
export interface CountResponse {
	/**
	 * Ways to divide the points among weirdos.
	 */
	costProfiles: number;
	/**
	 * Legal warbands of exactly so many points, as digits.
	 */
	warbands: string;
}
/**
 * A request about nothing but the rules themselves.
 */
export interface CreateRequest {
	/**
	 * House rules; the core rules where absent.
	 */
	houseRules?: HouseRules | null;
}
/**
 * Everything about a warband, for a screen.
 */
export interface CreateResponse {
	/**
	 * How the total stands to the limit.
	 */
	badge?: Badge | null;
	/**
	 * What it costs.
	 */
	cost: number;
	/**
	 * What is wrong.
	 */
	errors: Finding[];
	/**
	 * Its point limit, where that is legal.
	 */
	limit?: number | null;
	/**
	 * Leader and troopers.
	 */
	members: MemberAnswer[];
	/**
	 * What was not taken over from the document that was sent.
	 */
	notes: Note[];
	/**
	 * One-click repairs.
	 */
	offers: Offer[];
	/**
	 * Whether it is legal.
	 */
	valid: boolean;
	warband: Warband;
	/**
	 * What is near a limit, or odd.
	 */
	warnings: Finding[];
}
/**
 * Edits to make.
 */
export interface EditRequest {
	/**
	 * The edits, all or none.
	 */
	edits: Edit[];
	/**
	 * House rules; the core rules where absent.
	 */
	houseRules?: HouseRules | null;
	warband: Warband;
}
/**
 * Everything about a warband, for a screen.
 */
export interface EditResponse {
	/**
	 * How the total stands to the limit.
	 */
	badge?: Badge | null;
	/**
	 * What it costs.
	 */
	cost: number;
	/**
	 * What is wrong.
	 */
	errors: Finding[];
	/**
	 * Its point limit, where that is legal.
	 */
	limit?: number | null;
	/**
	 * Leader and troopers.
	 */
	members: MemberAnswer[];
	/**
	 * What was not taken over from the document that was sent.
	 */
	notes: Note[];
	/**
	 * One-click repairs.
	 */
	offers: Offer[];
	/**
	 * Whether it is legal.
	 */
	valid: boolean;
	warband: Warband;
	/**
	 * What is near a limit, or odd.
	 */
	warnings: Finding[];
}
/**
 * A part of a list of loadouts.
 */
export interface EnumerateRequest {
	filter: Filter;
	/**
	 * The number of the first, counted from 0.
	 */
	from?: number;
	/**
	 * House rules; the core rules where absent.
	 */
	houseRules?: HouseRules | null;
	/**
	 * How many are made, 1000 at most; 20 where absent.
	 */
	most?: number | null;
}
/**
 * Which loadouts of one weirdo to count or to walk through.
 */
export interface Filter {
	/**
	 * The warband's ability, by id or name.
	 */
	ability?: string | null;
	arms?: Arms;
	/**
	 * A weirdo whose given levels are kept; its lists are free.
	 */
	like?: Weirdo | null;
	/**
	 * The most that it costs; 25 where absent.
	 */
	maxCost?: number | null;
	/**
	 * The least that it costs.
	 */
	minCost?: number;
	role: Role;
	/**
	 * What must hold of this one weirdo: `at_least` with count 1, `only`, `without`.
	 */
	wishes?: Wish[];
}
/**
 * A part of a list of loadouts, and how long the list is.
 */
export interface EnumerateResponse {
	/**
	 * How many there are of each cost, from 0.
	 */
	byCost: number[];
	/**
	 * How many there are in all.
	 */
	count: number;
	/**
	 * Those that were asked for.
	 */
	weirdos: Weirdo[];
}
/**
 * A warband to write.
 */
export interface ExportRequest {
	format: ExportFormat;
	/**
	 * House rules; the core rules where absent.
	 */
	houseRules?: HouseRules | null;
	paper?: Paper;
	warband: Warband;
}
/**
 * A warband as text.
 */
export interface ExportResponse {
	/**
	 * What it is.
	 */
	mediaType: string;
	/**
	 * Of the sheet: which cards do not hold all that they should, a sentence each.
	 */
	overflows: string[];
	/**
	 * The text.
	 */
	text: string;
	/**
	 * Whether the warband is legal; where not, sheet and rosters say so.
	 */
	valid: boolean;
}
/**
 * A warband to mend.
 */
export interface FixRequest {
	/**
	 * House rules; the core rules where absent.
	 */
	houseRules?: HouseRules | null;
	/**
	 * Another limit to play it at.
	 */
	pointLimit?: number | null;
	warband: Warband;
}
/**
 * The best fixes.
 */
export interface FixResponse {
	/**
	 * Whether nothing had to be mended.
	 */
	alreadyLegal: boolean;
	/**
	 * How many ways were compared.
	 */
	compared: number;
	/**
	 * The best three at most, the best first.
	 */
	fixes: Fix[];
}
/**
 * One way to make a warband legal.
 */
export interface Fix {
	/**
	 * By how much the total changes.
	 */
	change: number;
	/**
	 * What the warband costs then.
	 */
	cost: number;
	/**
	 * As how many edits it counts. Making one weirdo leader instead of another counts as two, as
	 * both change their type.
	 */
	count: number;
	/**
	 * The edits, to be made together.
	 */
	edits: Edit[];
	/**
	 * What each edit does.
	 */
	sentences: string[];
	warband: Warband;
}
/**
 * A file to read.
 */
export interface ImportRequest {
	/**
	 * Names of warbands that are there already; a clash gets " (2)".
	 */
	takenNames?: string[];
	/**
	 * JSON of either format, or a share code.
	 */
	text: string;
}
/**
 * A document and what was done to read it.
 */
export interface ImportResponse {
	format: Format;
	/**
	 * What was changed or ignored.
	 */
	notes: Note[];
	warband: Warband;
}
/**
 * A warband to draw.
 */
export interface RandomRequest {
	/**
	 * The ability by id or name, `none`, or absent for all abilities together.
	 */
	ability?: string | null;
	arms?: Arms;
	/**
	 * House rules; the core rules where absent.
	 */
	houseRules?: HouseRules | null;
	/**
	 * The point limit, which is also the exact cost.
	 */
	points: number;
	/**
	 * The same seed gives the same warband.
	 */
	seed?: string;
	/**
	 * What must hold.
	 */
	wishes?: Wish[];
}
/**
 * Points to spend.
 */
export interface SpendRequest {
	/**
	 * House rules; the core rules where absent.
	 */
	houseRules?: HouseRules | null;
	/**
	 * How many upgrades are listed, 1000 at most; 100 where absent.
	 */
	most?: number | null;
	warband: Warband;
}
/**
 * What can be had for the points left.
 */
export interface SpendResponse {
	/**
	 * The points left.
	 */
	left: number;
	/**
	 * How many there are of two.
	 */
	pairs: number;
	/**
	 * How many upgrades there are of one edit.
	 */
	singles: number;
	/**
	 * The upgrades: those that spend most first, single ones before pairs.
	 */
	upgrades: Upgrade[];
}
/**
 * One or two edits that make a legal warband dearer or better within its points.
 */
export interface Upgrade {
	/**
	 * What they cost.
	 */
	cost: number;
	/**
	 * The edits, to be made together.
	 */
	edits: Edit[];
	/**
	 * What they do.
	 */
	sentences: string[];
}
