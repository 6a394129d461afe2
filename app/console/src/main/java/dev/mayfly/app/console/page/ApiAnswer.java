package dev.mayfly.app.console.page;

/** The answer of the API. */
record ApiAnswer(int status, Facts facts) {
    boolean isFine() {
        return status < 400;
    }

    /** Returns the failure in a sentence. */
    String complaint() {
        String message = facts.at("error").text("message");
        return message.isEmpty() ? "the server answered with status " + status : message;
    }

    /** The facts; where it is not fine, the page is not either. */
    Facts required() {
        if (!isFine()) {
            throw new PageException(status, complaint());
        }
        return facts;
    }

    /** The facts, or nothing where it is not fine. */
    Facts orNothing() {
        return isFine() ? facts : Facts.NOTHING;
    }
}
