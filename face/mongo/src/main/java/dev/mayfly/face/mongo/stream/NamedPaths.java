package dev.mayfly.face.mongo.stream;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The paths that an update's operators name, of which MongoDB tells as they were named. */
public final class NamedPaths {
    /** The field of an update's description that lists the parts of paths which may be read in more than one way. */
    public static final String DISAMBIGUATED = "disambiguatedPaths";

    private final List<Named> all = new ArrayList<>();

    private record Named(String[] segments, boolean appends) {}

    /** The part of a path's value that an update names. */
    public enum Kind {
        NOTHING,
        /** A value that is told in whole. */
        VALUE,
        /** An array, of which only the appended elements are reported. */
        APPENDED
    }

    /** @param argument what the client said: stages, which name nothing, or operators */
    public static NamedPaths of(BsonValue argument) {
        NamedPaths paths = new NamedPaths();
        if (argument.isDocument()) {
            argument.asDocument().forEach(paths::add);
        }
        return paths;
    }

    private void add(String operator, BsonValue operands) {
        BsonDocument fields = operands.isDocument() ? operands.asDocument() : new BsonDocument();
        fields.forEach((path, operand) -> {
            all.add(new Named(path.split("\\.", -1), operator.equals("$push")));
            if (operator.equals("$rename") && operand.isString()) {
                all.add(new Named(operand.asString().getValue().split("\\.", -1), false));
            }
        });
    }

    public Kind at(String path) {
        if (all.isEmpty()) {
            return Kind.NOTHING;
        }
        String[] segments = path.split("\\.", -1);
        for (Named named : all) {
            if (matches(named.segments, segments)) {
                return named.appends ? Kind.APPENDED : Kind.VALUE;
            }
        }
        return Kind.NOTHING;
    }

    private static boolean matches(String[] named, String[] segments) {
        if (named.length != segments.length) {
            return false;
        }
        for (int place = 0; place < named.length; place++) {
            // Behind a dollar stands whichever element was meant.
            if (!named[place].startsWith("$") && !named[place].equals(segments[place])) {
                return false;
            }
        }
        return true;
    }
}
