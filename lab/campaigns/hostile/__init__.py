"""Does any file that somebody brings take something away: the table, its memory, its time, or its terminal?"""
