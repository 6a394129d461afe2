package dev.mayfly.face.couchbase.query.sequence;

import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A sequence as it is kept: numbers are given out in blocks, and the record knows how many blocks have been.
 *
 * @param initial where RESTART begins that says no number
 * @param base the first number of the first block
 * @param cache how many numbers a block has
 * @param block how many blocks were given out since the base was set
 * @param version how often it was altered, or began again by itself
 */
record SequenceRecord(
        long initial,
        long base,
        long cache,
        long least,
        long greatest,
        long increment,
        boolean cycle,
        long block,
        long version) {
    /*
     * Kept as the server keeps it, numbers of 64 bits as texts, so that a tool which reads the collection of the query
     * service finds what it knows.
     */
    static final long CACHE = 50;

    static SequenceRecord made(SequenceOptions said) {
        Long least = said.least();
        Long greatest = said.greatest();
        Long increment = said.increment();
        long step = increment == null ? 1 : increment;
        Long start = said.start();
        if (start == null && step > 0) {
            start = least;
        } else if (start == null && step < 0) {
            start = greatest;
        }
        long first = start == null ? 0 : start;
        SequenceRecord made = new SequenceRecord(
                first,
                first,
                said.cache() == null ? CACHE : said.cache(),
                least == null ? Long.MIN_VALUE : least,
                greatest == null ? Long.MAX_VALUE : greatest,
                step,
                Boolean.TRUE.equals(said.cycle()),
                0,
                0);
        if (made.least >= made.greatest) {
            throw SequenceErrors.invalidRange(made.least, made.greatest);
        }
        return made;
    }

    /** The record as a statement changes it, which is the same record where it says what is so already. */
    SequenceRecord altered(SequenceOptions said) {
        long newLeast = said.least() == null ? least : said.least();
        long newGreatest = said.greatest() == null ? greatest : said.greatest();
        if (newLeast > newGreatest) {
            throw SequenceErrors.invalidRange(newLeast, newGreatest);
        }
        long newCache = said.cache() == null ? cache : said.cache();
        long newIncrement = said.increment() == null ? increment : said.increment();
        boolean newCycle = said.cycle() == null ? cycle : said.cycle();
        boolean begins = said.restart() || newCache != cache || newIncrement != increment;
        if (!begins && newLeast == least && newGreatest == greatest && newCycle == cycle) {
            return this;
        }
        long newBase = base;
        if (said.restart()) {
            newBase = said.start() == null ? initial : said.start();
        } else if (begins) {
            newBase = nextBlock();
        }
        return new SequenceRecord(
                initial,
                newBase,
                newCache,
                newLeast,
                newGreatest,
                newIncrement,
                newCycle,
                begins ? 0 : block,
                version + 1);
    }

    /** The first number of the block that is given out next. */
    long nextBlock() {
        return block * cache * increment + base;
    }

    /** Returns whether a number lies beyond the end at which the sequence arrives. */
    boolean isBeyond(long number) {
        return increment < 0 ? number < least : increment > 0 && number > greatest;
    }

    /** Returns whether the next block lies beyond the end, or beyond the numbers of 64 bits. */
    boolean isExhausted() {
        try {
            return isBeyond(Math.addExact(Math.multiplyExact(Math.multiplyExact(block, cache), increment), base));
        } catch (ArithmeticException _) {
            return true;
        }
    }

    SequenceRecord withBlockTaken() {
        return new SequenceRecord(
                initial, base, cache, least, greatest, increment, cycle, Math.incrementExact(block), version);
    }

    /** The record that begins again at the other end of its range. */
    SequenceRecord cycled() {
        return new SequenceRecord(
                initial, increment < 0 ? greatest : least, cache, least, greatest, increment, cycle, 0, version + 1);
    }

    byte[] toBytes() {
        ObjectNode json = CouchbaseJson.object();
        json.put("base", Long.toString(base));
        json.put("block", block);
        json.put("cache", Long.toString(cache));
        json.put("cycle", cycle);
        json.put("increment", Long.toString(increment));
        json.put("initial", Long.toString(initial));
        json.put("max", Long.toString(greatest));
        json.put("min", Long.toString(least));
        json.put("version", version);
        return CouchbaseJson.bytes(json);
    }

    static SequenceRecord fromBytes(byte[] bytes) {
        try {
            JsonNode json = CouchbaseJson.read(bytes);
            return new SequenceRecord(
                    number(json.get("initial")),
                    number(json.get("base")),
                    number(json.get("cache")),
                    number(json.get("min")),
                    number(json.get("max")),
                    number(json.get("increment")),
                    json.path("cycle").asBoolean(false),
                    number(json.get("block")),
                    number(json.get("version")));
        } catch (JacksonException | NumberFormatException _) {
            throw SequenceErrors.invalidData();
        }
    }

    private static long number(@Nullable JsonNode field) {
        return Long.parseLong(field == null ? "" : field.asString(""));
    }
}
