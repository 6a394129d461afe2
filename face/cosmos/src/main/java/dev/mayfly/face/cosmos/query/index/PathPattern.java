package dev.mayfly.face.cosmos.query.index;

import dev.mayfly.face.cosmos.error.CosmosException;
import java.util.ArrayList;
import java.util.List;

/** A path of an indexing policy: {@code /a/b/?} the value there, {@code /a/*} all at or below. */
record PathPattern(ItemPath path, Ending ending) {
    enum Ending {
        /** The value at the path alone. */
        VALUE,
        /** All at the path or below. */
        ALL,
        /** Composite and unique paths end with a name. */
        NAME
    }

    /** Parses a path of the included or excluded ones, whose end tells its kind. */
    static PathPattern parse(String text) {
        PathPattern pattern = new Reader(text).read();
        if (pattern.ending == Ending.NAME) {
            throw unacceptable(text, text.length());
        }
        return pattern;
    }

    /** A path that ends with a name; an ending may be there all the same. */
    static ItemPath parseName(String text) {
        PathPattern pattern = new Reader(text).read();
        if (pattern.ending == Ending.ALL || pattern.path.steps().isEmpty()) {
            throw unacceptable(text, text.length());
        }
        return pattern.path;
    }

    private static CosmosException unacceptable(String text, int position) {
        return CosmosException.badRequest(
                "The indexing path '" + text + "' could not be accepted, failed near position '"
                        + position
                        + "'. Please ensure that the path is a valid path. Common errors include invalid characters or"
                        + " absence of quotes around labels.");
    }

    @Override
    public String toString() {
        return path
                + switch (ending) {
                    case VALUE -> "/?";
                    case ALL -> "/*";
                    case NAME -> "";
                };
    }

    private static final class Reader {
        private final String text;
        private int at;

        Reader(String text) {
            this.text = text;
        }

        PathPattern read() {
            List<ItemPath.Step> steps = new ArrayList<>();
            if (text.isEmpty()) {
                throw unacceptable(text, 0);
            }
            while (at < text.length()) {
                if (text.charAt(at) != '/') {
                    throw unacceptable(text, at);
                }
                at++;
                if (rest().equals("*")) {
                    return new PathPattern(new ItemPath(steps), Ending.ALL);
                }
                if (rest().equals("?") && !steps.isEmpty()) {
                    return new PathPattern(new ItemPath(steps), Ending.VALUE);
                }
                steps.add(step());
            }
            return new PathPattern(new ItemPath(steps), Ending.NAME);
        }

        private String rest() {
            return text.substring(at);
        }

        private ItemPath.Step step() {
            if (text.startsWith("[]", at)) {
                at += 2;
                return ItemPath.Step.ELEMENTS;
            }
            if (at < text.length() && (text.charAt(at) == '"' || text.charAt(at) == '\'')) {
                return quoted(text.charAt(at));
            }
            int from = at;
            while (at < text.length() && text.charAt(at) != '/') {
                if ("*?[]\"".indexOf(text.charAt(at)) >= 0) {
                    throw unacceptable(text, at);
                }
                at++;
            }
            if (at == from) {
                throw unacceptable(text, at);
            }
            return new ItemPath.Step(text.substring(from, at));
        }

        private ItemPath.Step quoted(char quote) {
            StringBuilder name = new StringBuilder();
            at++;
            while (at < text.length() && text.charAt(at) != quote) {
                if (text.charAt(at) == '\\' && at + 1 < text.length()) {
                    at++;
                }
                name.append(text.charAt(at++));
            }
            if (at == text.length()) {
                throw unacceptable(text, at);
            }
            at++;
            return new ItemPath.Step(name.toString());
        }
    }
}
