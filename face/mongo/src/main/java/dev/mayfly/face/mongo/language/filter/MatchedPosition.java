package dev.mayfly.face.mongo.language.filter;

/** The position of the array element by which a document matched: the meaning of "$" in an update. */
public final class MatchedPosition {
    private int index = -1;

    /** -1 when the document matched without the help of an array. */
    public int index() {
        return index;
    }

    void set(int index) {
        this.index = index;
    }
}
