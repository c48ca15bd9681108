"""The campaign `hostile`: does any foreign file cost the table its memory, its time, its terminal or its life?"""
