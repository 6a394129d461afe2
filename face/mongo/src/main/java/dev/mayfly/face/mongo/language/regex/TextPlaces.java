package dev.mayfly.face.mongo.language.regex;

/** The places of a text as a pattern asks about them: word boundaries, ends of lines, the character before. A hot path. */
final class TextPlaces {
    /** No such place. */
    static final int NONE = -1;

    private final String text;
    private final String newlines;
    private final CodePoints words;

    TextPlaces(String text, RegexParser.Parsed pattern) {
        this.text = text;
        this.newlines = pattern.newlines();
        this.words = pattern.isUnicode() ? CodePoints.UNICODE_WORD : CodePoints.WORD;
    }

    /** Returns the place after the character at a place; beyond the text at its end. */
    int after(int at) {
        return at >= text.length() ? at + 1 : at + Character.charCount(text.codePointAt(at));
    }

    /** Returns the place a number of characters earlier, or {@link #NONE}. */
    int before(int at, int characters) {
        int place = at;
        for (int i = 0; i < characters; i++) {
            if (place == 0) {
                return NONE;
            }
            place -= Character.charCount(text.codePointBefore(place));
        }
        return place;
    }

    /** Returns the place after a repetition of an earlier part of the text, or {@link #NONE} if it is not repeated here. */
    int afterRepetition(int from, int until, boolean folds, int at) {
        if (!folds) {
            return text.regionMatches(at, text, from, until - from) ? at + until - from : NONE;
        }
        int place = at;
        for (int other = from; other < until; other += Character.charCount(text.codePointAt(other))) {
            if (place >= text.length()
                    || CodePoints.fold(text.codePointAt(place)) != CodePoints.fold(text.codePointAt(other))) {
                return NONE;
            }
            place = after(place);
        }
        return place;
    }

    /** @param searchStart where the search for this match began */
    boolean holds(RegexNode.Place place, int at, int searchStart) {
        int end = text.length();
        return switch (place) {
            case TEXT_START -> at == 0;
            case TEXT_END -> at == end;
            case LAST_LINE_END -> at == end || (at == end - 1 && isNewline(at));
            case LINE_START -> at == 0 || (at < end && isNewline(at - 1));
            case LINE_END -> at == end || isNewline(at);
            case WORD_BOUNDARY -> isWord(at) != (at > 0 && isWordBefore(at));
            case NO_WORD_BOUNDARY -> isWord(at) == (at > 0 && isWordBefore(at));
            case SEARCH_START -> at == searchStart;
        };
    }

    private boolean isNewline(int at) {
        return newlines.indexOf(text.charAt(at)) >= 0;
    }

    private boolean isWord(int at) {
        return at < text.length() && words.contains(text.codePointAt(at));
    }

    private boolean isWordBefore(int at) {
        return words.contains(text.codePointBefore(at));
    }
}
